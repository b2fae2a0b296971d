import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import type { AuditEntry } from './audit-queries.ts'
import { auditActions } from '../audit-actions.ts'

export type Noun = keyof typeof auditActions
type AuditUser = NonNullable<AuditEntry['actor']>

export const nouns = Object.keys(auditActions) as Noun[]
const known: ReadonlySet<string> = new Set(Object.values<readonly string[]>(auditActions).flat())

/** How many characters of an id distinguish deleted accounts. */
const MARK_LENGTH = 6

/** The wording of log entries. Actions of a newer version are shown as they are. */
export function useEntryWords() {
  const t = useTranslate()
  const markOf = (id: string) => id.slice(-MARK_LENGTH)
  return {
    action: (action: string) => {
      const [noun = '', verb = ''] = action.split('.')
      return known.has(action) ? t(`audit-log:action.${noun}.${verb}` as TranslationKey) : action
    },
    /** A deleted account keeps a mark, which groups its entries. */
    user: (user: AuditUser | null) =>
      user === null
        ? t('audit-log:user.system')
        : (user.name ?? t('audit-log:user.former', { mark: markOf(user.id) })),
    target: (target: AuditEntry['target']) => {
      if (target === null) return undefined
      if (target.name !== null) return target.name
      return target.type === 'user'
        ? t('audit-log:user.former', { mark: markOf(target.id) })
        : `${target.type} ${markOf(target.id)}`
    },
  }
}

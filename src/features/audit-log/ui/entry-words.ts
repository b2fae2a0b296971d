import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import type { AuditEntry } from './audit-queries.ts'
import { auditActions } from '../audit-log.schema.ts'

export type Noun = keyof typeof auditActions
type Person = NonNullable<AuditEntry['actor']>

export const nouns = Object.keys(auditActions) as Noun[]
const known: ReadonlySet<string> = new Set(Object.values<readonly string[]>(auditActions).flat())

/** How many characters of an id tell two deleted accounts from each other. */
const MARK_LENGTH = 6

/** The words for what stands in the log. What a newer version wrote is shown as it was written. */
export function useEntryWords() {
  const t = useTranslate()
  const markOf = (id: string) => id.slice(-MARK_LENGTH)
  return {
    action: (action: string) => {
      const [noun = '', verb = ''] = action.split('.')
      return known.has(action) ? t(`audit-log:action.${noun}.${verb}` as TranslationKey) : action
    },
    /** An account that is gone keeps a mark, so that its entries belong together. */
    person: (person: Person | null) =>
      person === null
        ? t('audit-log:person.system')
        : (person.name ?? t('audit-log:person.former', { mark: markOf(person.id) })),
    target: (target: AuditEntry['target']) => {
      if (target === null) return undefined
      if (target.name !== null) return target.name
      return target.type === 'user'
        ? t('audit-log:person.former', { mark: markOf(target.id) })
        : `${target.type} ${markOf(target.id)}`
    },
  }
}

import { workspaceRoles, type ApplicationRole, type WorkspaceRole } from '#/core/access/actor.ts'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useI18n } from '#/core/i18n/react.tsx'
import { formatDay } from '#/lib/format-time.ts'
import type { AuditEntry } from './audit-queries.ts'
import { auditActions, auditTargets } from '../audit-actions.ts'

export type Noun = keyof typeof auditActions
type AuditUser = NonNullable<AuditEntry['actor']>

export const nouns = Object.keys(auditActions) as Noun[]
const known: ReadonlySet<string> = new Set(Object.values<readonly string[]>(auditActions).flat())

const targets: ReadonlySet<string> = new Set(auditTargets)
const roles: ReadonlySet<string> = new Set<ApplicationRole | WorkspaceRole>([...workspaceRoles, 'user'])
const timestamp = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** How many characters of an id distinguish deleted accounts. */
const MARK_LENGTH = 6

/** The wording of log entries. Actions of a newer version are shown as they are. */
export function useEntryWords() {
  const { t, language } = useI18n()
  const markOf = (id: string) => id.slice(-MARK_LENGTH)
  return {
    action: (action: string) => {
      const [noun = '', verb = ''] = action.split('.')
      return known.has(action) ? t(`audit-log:action.${noun}.${verb}` as TranslationKey) : action
    },
    /** Formats a detail: a timestamp as its day, a role by its name, others unchanged. */
    fact: (name: string, value: string) => {
      if (timestamp.test(value)) return formatDay(new Date(value), language)
      const isRole = (name === 'role' || name === 'roleBefore') && roles.has(value)
      return isRole ? t(`audit-log:role.${value}` as TranslationKey) : value
    },
    /** A deleted account is named by a part of its id, which groups its entries. */
    user: (user: AuditUser | null) =>
      user === null
        ? t('audit-log:user.system')
        : (user.name ?? t('audit-log:user.former', { mark: markOf(user.id) })),
    target: (target: AuditEntry['target']) => {
      if (target === null) return undefined
      if (target.name !== null) return target.name
      const mark = markOf(target.id)
      if (target.type === 'user') return t('audit-log:user.former', { mark })
      return targets.has(target.type)
        ? t(`audit-log:target.${target.type}` as TranslationKey, { mark })
        : `${target.type} ${mark}`
    },
  }
}

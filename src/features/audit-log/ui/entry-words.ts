import { workspaceRoles, type ApplicationRole, type WorkspaceRole } from '#/core/access/actor.ts'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useI18n } from '#/core/i18n/react.tsx'
import { formatDay } from '#/lib/format-time.ts'
import type { AuditEntry } from './audit-queries.ts'
import { auditActions, auditFacts, auditTargets, auditValues, type AuditFact } from '../audit-actions.ts'

export type Noun = keyof typeof auditActions
type AuditUser = NonNullable<AuditEntry['actor']>

export const nouns = Object.keys(auditActions) as Noun[]
const known: ReadonlySet<string> = new Set(Object.values<readonly string[]>(auditActions).flat())

const targets: ReadonlySet<string> = new Set(auditTargets)
const roles: ReadonlySet<string> = new Set<ApplicationRole | WorkspaceRole>([...workspaceRoles, 'user'])
const facts: ReadonlySet<string> = new Set(auditFacts)
// Proper names: the same in every language.
const providers: Readonly<Record<string, string>> = { google: 'Google', github: 'GitHub' }
const timestamp = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** How many characters of an id distinguish deleted accounts. */
const MARK_LENGTH = 6

type Details = readonly (readonly [string, string])[]
const isFact = (name: string): name is AuditFact => facts.has(name)
const isBoolean = (value: string) => value === 'true' || value === 'false'

type ValueKey = {
  [Name in keyof typeof auditValues]: `audit-log:value.${Name}.${(typeof auditValues)[Name][number]}`
}[keyof typeof auditValues]

/** The text of a value from a list. A value without a text does not compile. */
function valueKeyOf(name: string, value: string): ValueKey | undefined {
  const [, values = []] = Object.entries<readonly string[]>(auditValues).find(([one]) => one === name) ?? []
  return values.includes(value) ? (`audit-log:value.${name}.${value}` as ValueKey) : undefined
}

/** The wording of log entries. Actions of a newer version are shown as they are. */
export function useEntryWords() {
  const { t, language } = useI18n()
  const markOf = (id: string) => id.slice(-MARK_LENGTH)
  function actionOf(action: string): string {
    const [noun = '', verb = ''] = action.split('.')
    return known.has(action) ? t(`audit-log:action.${noun}.${verb}` as TranslationKey) : action
  }
  /** Formats the value of a detail. One without a wording, such as a name, stays as it is. */
  function fact(name: string, value: string): string {
    if (timestamp.test(value)) return formatDay(new Date(value), language)
    if (isBoolean(value)) return t(value === 'true' ? 'audit-log:value.yes' : 'audit-log:value.no')
    if (/^role(?:Before)?$/.test(name) && roles.has(value))
      return t(`audit-log:role.${value}` as TranslationKey)
    if (name === 'action') return actionOf(value)
    if (name === 'provider') return providers[value] ?? value
    const key = valueKeyOf(name, value)
    return key === undefined ? value : t(key)
  }
  return {
    action: actionOf,
    factName: (name: string) => (isFact(name) ? t(`audit-log:fact.${name}`) : name),
    fact,
    /** The details in one line: what changed with what it was before, and no ids. */
    summary: (details: Details) => {
      const given = new Map(details)
      return details
        .filter(([name, value]) => !/(?:Before|Id)$/.test(name) && !isBoolean(value))
        .flatMap(([name, value]) => {
          const before = given.get(`${name}Before`)
          if (before === value) return []
          const text = fact(name, value)
          if (before !== undefined) return [`${fact(name, before)} → ${text}`]
          return /^\d+$/.test(value) && isFact(name) ? [`${t(`audit-log:fact.${name}`)}: ${text}`] : [text]
        })
        .join(' · ')
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

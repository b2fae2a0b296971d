import { useMemo } from 'react'
import { type TranslationKey, type TranslationParams, keysOfSection, useI18n } from '@plinth/core/texts'
import { formatDay } from '@plinth/core/format'
import type { AuditEntry } from './audit-queries.ts'

type AuditUser = Pick<NonNullable<AuditEntry['actor']>, 'id' | 'name'>
type AuditTarget = NonNullable<AuditEntry['target']>

const timestamp = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** How many characters of an id distinguish deleted accounts. */
const MARK_LENGTH = 6

type Details = readonly (readonly [string, string])[]
const isBoolean = (value: string) => value === 'true' || value === 'false'

/**
 * The wording of log entries, from the sections `audit` of all features. Actions of a removed feature or of a
 * newer version are shown as they are.
 */
export function useEntryWords() {
  const { t, language, snapshot } = useI18n()
  const { catalog } = snapshot()
  const keys = useMemo(() => keysOfSection(catalog, 'audit'), [catalog])
  const markOf = (id: string) => id.slice(-MARK_LENGTH)
  function textOf(path: string, params?: TranslationParams): string | undefined {
    const key = keys.get(path)
    return key && t(key, params)
  }
  const actionOf = (action: string) => textOf(`actions.${action}`) ?? action
  /** `14 sessions`: a detail that is a number of something. */
  function amount(name: string, value: string): string {
    const key = keys.get(`amounts.${name}_other`)?.replace(/_other$/, '')
    return key ? t(key as TranslationKey, { count: Number(value) }) : `${factName(name)}: ${value}`
  }
  const factName = (name: string) => textOf(`details.${name}`) ?? name
  /** Formats the value of a detail. One without a wording, such as a name, stays as it is. */
  function fact(name: string, value: string): string {
    if (timestamp.test(value)) return formatDay(new Date(value), language)
    if (isBoolean(value)) return t(value === 'true' ? 'audit-log:value.yes' : 'audit-log:value.no')
    if (name === 'action') return actionOf(value)
    return textOf(`values.${name.replace(/Before$/, '')}.${value}`) ?? value
  }
  /** A deleted account is named by a part of its id, which groups its entries. */
  const userName = (user: AuditUser | null) =>
    user === null
      ? t('audit-log:user.system')
      : (user.name ?? t('audit-log:user.former', { mark: markOf(user.id) }))
  const kindOf = ({ type }: AuditTarget, mark = '') =>
    (textOf(`targets.${type}`, { mark }) ?? `${type} ${mark}`).trim()
  return {
    action: actionOf,
    /** The actions by noun, in the order of the nouns' names. */
    groups: () => {
      const actions = [...keys.keys()].flatMap((path) => /^actions\.(.+)$/.exec(path)?.[1] ?? [])
      return [...keys.keys()]
        .flatMap((path) => /^nouns\.(.+)$/.exec(path)?.[1] ?? [])
        .map((noun) => ({
          noun,
          label: textOf(`nouns.${noun}`) ?? noun,
          actions: actions.filter((action) => action.startsWith(`${noun}.`)),
        }))
        .toSorted((one, other) => one.label.localeCompare(other.label, language))
    },
    factName,
    fact,
    /** The details in one line: what changed with what it was before, and no ids. */
    summary: (details: Details) => {
      const given = new Map(details)
      return details
        .filter(([name, value]) => !/(?:Before|Id)$|^tokenName$/.test(name) && !isBoolean(value))
        .flatMap(([name, value]) => {
          const before = given.get(`${name}Before`)
          if (before === value) return []
          const text = fact(name, value)
          if (before !== undefined) return [`${fact(name, before)} → ${text}`]
          // A date alone would be read as that of the entry.
          if (timestamp.test(value)) return [`${factName(name)}: ${text}`]
          return /^\d+$/.test(value) ? [amount(name, value)] : [text]
        })
        .join(' · ')
    },
    /** The API key that a change was made with. */
    token: ({ tokenName }: AuditEntry['details']) =>
      typeof tokenName === 'string' ? t('audit-log:entry.byToken', { name: tokenName }) : undefined,
    user: userName,
    /** What has no name is told apart by a part of its id. */
    target: (target: AuditEntry['target']) => {
      if (target === null) return undefined
      if (target.type === 'user') return userName(target)
      return target.name ?? kindOf(target, markOf(target.id))
    },
    /** Its name, or where it is if the reader can't see it. */
    targetInList: (target: AuditEntry['target']) => {
      if (target === null) return undefined
      if (target.type === 'user') return userName(target)
      const { name, place } = target
      const kind = kindOf(target)
      // Its kind is in the action.
      if (name !== null || place === undefined) return name ?? undefined
      return place === null
        ? t('audit-log:entry.inPersonal', { target: kind })
        : t('audit-log:entry.inOrganization', { target: kind, name: place })
    },
  }
}

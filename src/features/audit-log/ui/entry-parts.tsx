import { TimeAgo } from '#/components/time-ago.tsx'
import { useI18n } from '#/core/i18n/react.tsx'
import type { AuditEntry } from './audit-queries.ts'
import { useEntryWords } from './entry-words.ts'

/** The actor, and the admin behind an impersonation. */
export function Who({ entry: { actor, impersonator } }: { entry: AuditEntry }) {
  const { t } = useI18n()
  const words = useEntryWords()
  return (
    <span className="grid min-w-0">
      <span className="wrap-anywhere">{words.user(actor)}</span>
      {actor?.email ? (
        <span className="text-sm wrap-anywhere text-muted-foreground">{actor.email}</span>
      ) : null}
      {impersonator ? (
        <span className="text-sm wrap-anywhere text-warning-text">
          {t('audit-log:entry.impersonatedBy', { name: words.user(impersonator) })}
        </span>
      ) : null}
    </span>
  )
}

/** The details of an entry. */
export function Facts({ details }: { details: AuditEntry['details'] }) {
  const facts = Object.entries(details).filter(([, value]) => value !== null)
  if (facts.length === 0) return null
  return (
    <span className="grid gap-x-3 font-mono text-xs text-muted-foreground">
      {facts.map(([name, value]) => (
        <span key={name} className="wrap-anywhere">
          {factOf(name, value)}
        </span>
      ))}
    </span>
  )
}

const factOf = (name: string, value: unknown) => `${name}: ${String(value)}`
const besides = (text: string) => ` · ${text}`

type EntryListProps = {
  label: string
  entries: readonly AuditEntry[]
  /** The user whose entries are listed, whose name is not repeated. */
  ownId?: string
}

/** A list of entries: action, time, and the actor where it was somebody else. */
export function EntryList({ label, entries, ownId }: EntryListProps) {
  const { t, language } = useI18n()
  const words = useEntryWords()
  return (
    <ol aria-label={label} className="grid gap-3">
      {entries.map((entry) => {
        const target = entry.target?.id === ownId ? undefined : words.target(entry.target)
        return (
          <li key={entry.id} className="grid min-w-0 gap-0.5">
            <p className="wrap-anywhere">
              {words.action(entry.action)}
              {target === undefined ? null : <span className="text-muted-foreground">{besides(target)}</span>}
            </p>
            <p className="flex flex-wrap gap-x-2 text-sm text-muted-foreground">
              <TimeAgo at={entry.at} language={language} />
              {entry.actor?.id === ownId ? null : (
                <span className="wrap-anywhere">
                  {t('audit-log:entry.by', { name: words.user(entry.actor) })}
                </span>
              )}
              {entry.impersonator ? (
                <span className="wrap-anywhere text-warning-text">
                  {t('audit-log:entry.impersonatedBy', { name: words.user(entry.impersonator) })}
                </span>
              ) : null}
              {entry.ip ? <span className="wrap-anywhere">{entry.ip}</span> : null}
            </p>
          </li>
        )
      })}
    </ol>
  )
}

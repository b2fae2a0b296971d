import { TimeAgo } from '#/components/time-ago.tsx'
import { cn } from '#/lib/cn.ts'
import { useI18n } from '@plinth/core/texts'
import type { AuditEntry } from './audit-queries.ts'
import { useEntryWords } from './entry-words.ts'

/** The details of an entry, as name and value. */
export const factsOf = ({ details }: Pick<AuditEntry, 'details'>): [string, string][] =>
  Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name, String(value)])

type EntryListProps = {
  label: string
  entries: readonly AuditEntry[]
  /** The user whose entries are listed, whose name is not repeated. */
  ownId?: string
}

/** A list of entries: action, time, and the actor if it is another user, on a second line if narrow. */
export function EntryList({ label, entries, ownId }: EntryListProps) {
  const { t, language } = useI18n()
  const words = useEntryWords()
  return (
    <ol aria-label={label} className="@container grid divide-y divide-border">
      {entries.map((entry) => {
        const target = entry.target?.id === ownId ? undefined : words.target(entry.target)
        const actor =
          entry.actor?.id === ownId ? undefined : t('audit-log:entry.by', { name: words.user(entry.actor) })
        const origin = [actor, words.token(entry.details), entry.ip].filter(Boolean).join(' · ')
        return (
          <li
            key={entry.id}
            className="flex flex-wrap items-baseline gap-x-2 py-2.5 text-sm text-muted-foreground tabular-nums wrap-anywhere"
          >
            <p className={cn('min-w-0', origin ? 'basis-full @xl:basis-auto' : 'flex-[1_1_8rem]')}>
              <span className="mr-2 text-base font-medium text-foreground">{words.action(entry.action)}</span>
              {target}
            </p>
            {origin ? <p className="min-w-0 flex-[1_1_8rem]">{origin}</p> : null}
            <span className="shrink-0">
              <TimeAgo at={entry.at} language={language} />
            </span>
            {entry.impersonator ? (
              <p className="basis-full text-warning-text">
                {t('audit-log:entry.impersonatedBy', { name: words.user(entry.impersonator) })}
              </p>
            ) : null}
          </li>
        )
      })}
    </ol>
  )
}

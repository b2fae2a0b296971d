import { LoadState, Skeletons } from '#/components/load-state.tsx'
import { SettingsSection } from '#/components/settings-section.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { failureOf } from '#/core/trpc/failure.ts'
import type { AuditEntry } from './audit-queries.ts'
import { EntryList } from './entry-parts.tsx'
import { MoreEntries, type Pages } from './more-entries.tsx'

type EventsSectionProps = {
  title: string
  text: string
  pages: Pages & {
    data: { pages: { items: readonly AuditEntry[] }[] } | undefined
    refetch: () => Promise<unknown>
  }
  ownId?: string
}

/** A section with a part of the log. Fetched by the browser: the page is sent with a skeleton. */
export function EventsSection({ title, text, pages, ownId }: EventsSectionProps) {
  const t = useTranslate()
  return (
    <SettingsSection title={title} text={text}>
      <LoadState
        data={pages.data?.pages.flatMap(({ items }) => items)}
        failure={pages.error ? failureOf(pages.error) : undefined}
        onRetry={() => void pages.refetch()}
        skeleton={<Skeletons heights={['h-10', 'h-10', 'h-10']} />}
      >
        {(entries) =>
          entries.length === 0 ? (
            <p className="text-muted-foreground">{t('audit-log:list.none')}</p>
          ) : (
            <>
              <div className="rounded-xl border border-border bg-card p-4">
                <EntryList label={title} entries={entries} ownId={ownId} />
              </div>
              <MoreEntries pages={pages} />
            </>
          )
        }
      </LoadState>
    </SettingsSection>
  )
}

import { LoadState, Skeletons } from '#/components/load-state.tsx'
import { EmptyList, SettingsSection } from '#/components/settings-section.tsx'
import { TimeAgo } from '#/components/time-ago.tsx'
import { useI18n } from '@plinth/core/texts'
import { failureOf } from '@plinth/core/page'
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
  const { t, language } = useI18n()
  const last = pages.data?.pages[0]?.items[0]
  return (
    <SettingsSection
      title={title}
      text={text}
      summary={last ? <TimeAgo at={last.at} language={language} /> : null}
      list={
        <LoadState
          data={pages.data?.pages.flatMap(({ items }) => items)}
          failure={pages.error ? failureOf(pages.error) : undefined}
          onRetry={() => void pages.refetch()}
          skeleton={
            <div className="px-4 py-4 md:px-5">
              <Skeletons heights={['h-4 w-56', 'h-4 w-48', 'h-4 w-56']} />
            </div>
          }
        >
          {(entries) =>
            entries.length === 0 ? (
              <EmptyList title={t('audit-log:list.none')} />
            ) : (
              <div className="grid [&_li]:px-4 md:[&_li]:px-5">
                <EntryList label={title} entries={entries} ownId={ownId} />
                <div className="border-t border-border px-4 py-3 empty:hidden md:px-5">
                  <MoreEntries pages={pages} />
                </div>
              </div>
            )
          }
        </LoadState>
      }
    />
  )
}

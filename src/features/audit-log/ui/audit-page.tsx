import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { DataTable, type Column } from '#/components/data-table.tsx'
import { EmptyState } from '#/components/empty-state.tsx'
import { LoadState, Skeletons } from '#/components/load-state.tsx'
import { Page } from '#/components/page.tsx'
import { TimeAgo } from '#/components/time-ago.tsx'
import { Button, buttonVariants } from '#/components/ui/button.tsx'
import { useI18n } from '#/core/i18n/react.tsx'
import { failureOf } from '#/core/trpc/failure.ts'
import { useTRPC } from '#/core/trpc/react.tsx'
import { AuditFilters, nothingAsked } from './audit-filters.tsx'
import { auditPages, type AuditEntry } from './audit-queries.ts'
import { exportAddress } from './audit-request.ts'
import type { AuditSearch } from './audit-search.ts'
import { Facts, Who } from './entry-parts.tsx'
import { useEntryWords } from './entry-words.ts'
import { MoreEntries } from './more-entries.tsx'

/** The whole log, newest first: actor, action, target, time, address. The filter is in the URL. */
export function AuditPage({ search }: { search: AuditSearch }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const pages = useInfiniteQuery({ ...auditPages(useTRPC(), search), placeholderData: keepPreviousData })
  const narrow = (change: AuditSearch) =>
    void navigate({
      to: '/dashboard/admin/audit',
      search: (now) => ({ ...now, ...change }),
      replace: true,
      resetScroll: false,
    })
  const columns = useColumns()
  return (
    <Page
      title={t('audit-log:page.title')}
      intro={t('audit-log:page.intro')}
      action={
        <a href={exportAddress(search)} className={buttonVariants({ variant: 'outline' })}>
          <Download className="size-4" aria-hidden="true" />
          {t('audit-log:filter.export')}
        </a>
      }
    >
      <AuditFilters
        search={search}
        onNarrow={narrow}
        nameOf={(id) => nameIn(pages.data?.pages.flatMap(({ items }) => items) ?? [], id)}
      />
      <LoadState
        data={pages.data?.pages.flatMap(({ items }) => items)}
        failure={pages.error ? failureOf(pages.error) : undefined}
        onRetry={() => void pages.refetch()}
        skeleton={<Skeletons heights={Array.from({ length: 8 }, () => 'h-11')} />}
      >
        {(entries) =>
          entries.length === 0 ? (
            <EmptyState
              title={t('audit-log:empty.title')}
              text={t('audit-log:empty.text')}
              action={
                <Button variant="outline" onClick={() => narrow(nothingAsked)}>
                  {t('audit-log:filter.clear')}
                </Button>
              }
            />
          ) : (
            <DataTable
              label={t('audit-log:page.title')}
              columns={columns}
              rows={entries}
              isLong
              rowKey={({ id }) => id}
              isOutdated={pages.isPlaceholderData}
            />
          )
        }
      </LoadState>
      {pages.data ? <MoreEntries pages={pages} /> : null}
    </Page>
  )
}

function nameIn(entries: readonly AuditEntry[], id: string): string | undefined {
  const users = entries.flatMap(({ actor, target }) => [actor, target])
  return users.find((user) => user?.id === id)?.name ?? undefined
}

function useColumns(): Column<AuditEntry>[] {
  const { t, language } = useI18n()
  const words = useEntryWords()
  return [
    {
      key: 'action',
      head: t('audit-log:table.action'),
      renderCell: ({ action, details }) => (
        <span className="grid gap-0.5">
          <span className="font-medium">{words.action(action)}</span>
          <Facts details={details} />
        </span>
      ),
    },
    { key: 'actor', head: t('audit-log:table.actor'), renderCell: (entry) => <Who entry={entry} /> },
    {
      key: 'target',
      head: t('audit-log:table.target'),
      renderCell: ({ target }) => <span className="wrap-anywhere">{words.target(target)}</span>,
    },
    {
      key: 'at',
      head: t('audit-log:table.at'),
      renderCell: ({ at }) => (
        <span className="whitespace-nowrap">
          <TimeAgo at={at} language={language} />
        </span>
      ),
    },
    {
      key: 'ip',
      head: t('audit-log:table.ip'),
      renderCell: ({ ip }) => <span className="font-mono text-sm wrap-anywhere">{ip}</span>,
    },
  ]
}

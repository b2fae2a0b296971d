import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useHydrated, useNavigate } from '@tanstack/react-router'
import { Download, SearchX } from 'lucide-react'
import { useState } from 'react'
import { lazyPart } from '#/components/part/lazy-part.tsx'
import { TableFooter, TableSkeleton } from '#/components/data-table/data-table-parts.tsx'
import { DataTable, type Column } from '#/components/data-table/data-table.tsx'
import { EmptyState } from '#/components/empty-state.tsx'
import { LoadState } from '#/components/load-state.tsx'
import { Page } from '#/components/page.tsx'
import { UserAvatar } from '#/components/user-avatar.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { Button, buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { failureOf } from '@plinth/core/page'
import { AuditFilters, nothingAsked } from './audit-filters.tsx'
import { auditPages, type AuditEntry } from './audit-queries.ts'
import { exportAddress } from './audit-request.ts'
import type { AuditSearch } from './audit-search.ts'
import { factsOf } from './entry-parts.tsx'
import { useEntryWords } from './entry-words.ts'
import { LogTime, useLogDay } from './log-time.tsx'
import { MoreEntries } from './more-entries.tsx'

const AuditDrawer = lazyPart(() => import('./audit-drawer.tsx'))

/** The whole log, newest first: actor, action, target, time, address. The filter is in the URL. */
export function AuditPage({ search }: { search: AuditSearch }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const pages = useInfiniteQuery({ ...auditPages(useTRPC(), search), placeholderData: keepPreviousData })
  const narrow = (change: AuditSearch) =>
    void navigate({
      to: '/dashboard/admin/audit',
      search: (now) => ({ ...now, ...change }),
      replace: true,
      resetScroll: false,
    })
  // The entries stand under the days of the reader's time zone, which the server does not know.
  const inBrowser = useHydrated()
  const [shown, setShown] = useState<AuditEntry>()
  const [isOpen, setOpen] = useState(false)
  function open(entry: AuditEntry) {
    setShown(entry)
    setOpen(true)
  }
  const columns = useColumns(open)
  const dayOf = useLogDay()
  return (
    <Page
      title={t('audit-log:page.title')}
      intro={t('audit-log:page.intro')}
      action={
        <a href={exportAddress(search)} className={buttonVariants({ variant: 'outline' })}>
          {/* The page hides an action's icon to make room for its words. */}
          <Download className="size-4 max-sm:block!" aria-hidden="true" />
          <span className="max-sm:sr-only">{t('audit-log:filter.export')}</span>
        </a>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <AuditFilters
          search={search}
          onNarrow={narrow}
          nameOf={(id) => nameIn(pages.data?.pages.flatMap(({ items }) => items) ?? [], id)}
        />
        <LoadState
          data={inBrowser ? pages.data?.pages.flatMap(({ items }) => items) : undefined}
          failure={pages.error ? failureOf(pages.error) : undefined}
          onRetry={() => void pages.refetch()}
          skeleton={<TableSkeleton rows={10} />}
        >
          {(entries) =>
            entries.length === 0 ? (
              <EmptyState
                media={<SearchX className="size-6" aria-hidden="true" />}
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
                rowKey={({ id }) => id}
                groupOf={({ at }) => dayOf(at)}
                onOpen={open}
                isOutdated={pages.isPlaceholderData}
                footer={
                  <TableFooter>
                    <p>{t('audit-log:list.shown', { count: entries.length })}</p>
                    <MoreEntries pages={pages} />
                  </TableFooter>
                }
              />
            )
          }
        </LoadState>
      </div>
      {shown ? <AuditDrawer entry={shown} isOpen={isOpen} onOpenChange={setOpen} /> : null}
    </Page>
  )
}

function nameIn(entries: readonly AuditEntry[], id: string): string | undefined {
  const users = entries.flatMap(({ actor, target }) => [actor, target])
  return users.find((user) => user?.id === id)?.name ?? undefined
}

/** The API key that a change was made with. */
const Token = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <Badge variant="secondary" title={text} className="min-w-0 md:max-w-40">
      <span className="truncate">{text}</span>
    </Badge>
  )

function useColumns(open: (entry: AuditEntry) => void): Column<AuditEntry>[] {
  const t = useTranslate()
  const words = useEntryWords()
  // Nothing for what users did to themselves.
  const targetOf = ({ target, actor }: AuditEntry) =>
    target === null || target.id === actor?.id ? undefined : words.targetInList(target)
  return [
    {
      key: 'action',
      head: t('audit-log:table.action'),
      renderCell: (entry) => (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => open(entry)}
          title={words.action(entry.action)}
          className="max-w-full cursor-pointer rounded-sm text-left font-medium md:max-w-52 md:truncate xl:max-w-72"
        >
          {words.action(entry.action)}
        </button>
      ),
    },
    {
      key: 'actor',
      head: t('audit-log:table.actor'),
      onPhone: 'below',
      renderCell: (entry) => {
        const { actor, impersonator, details } = entry
        return (
          <span
            title={actor?.email ?? undefined}
            className="flex min-w-0 flex-wrap items-center gap-x-2 md:flex-nowrap"
          >
            {actor ? (
              <UserAvatar
                id={actor.id}
                name={words.user(actor)}
                image={null}
                className="size-5 text-[9px] max-md:hidden"
              />
            ) : null}
            <span className="min-w-0 md:max-w-40 md:truncate">
              {words.user(actor)}
              <span className="md:hidden">
                {[targetOf(entry), words.summary(factsOf(entry))].filter(Boolean).map((text) => ` · ${text}`)}
              </span>
            </span>
            <Token text={words.token(details)} />
            {impersonator ? (
              <span title={t('audit-log:entry.impersonatedBy', { name: words.user(impersonator) })}>
                <Badge variant="warning">{words.user(impersonator)}</Badge>
              </span>
            ) : null}
          </span>
        )
      },
    },
    {
      key: 'target',
      head: t('audit-log:table.details'),
      isFlexible: true,
      onPhone: 'none',
      renderCell: (entry) => {
        const target = targetOf(entry)
        const summary = words.summary(factsOf(entry))
        return (
          <span className="block truncate">
            <span>{target}</span>
            <span className="text-muted-foreground">
              {target && summary ? ' · ' : ''}
              {summary}
            </span>
          </span>
        )
      },
    },
    {
      key: 'at',
      head: t('audit-log:table.at'),
      onPhone: 'end',
      renderCell: ({ at }) => (
        <span className="whitespace-nowrap text-muted-foreground">
          <LogTime at={at} />
        </span>
      ),
    },
    {
      key: 'ip',
      head: t('audit-log:table.ip'),
      isExtra: true,
      onPhone: 'none',
      renderCell: ({ ip }) =>
        ip ? <span className="font-mono text-xs text-muted-foreground">{ip}</span> : null,
    },
  ]
}

import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router'
import { Plus, SearchX } from 'lucide-react'
import { use } from 'react'
import { failureOf } from '@plinth/core/page'
import { DataTable, type Column } from '../data-table/data-table.tsx'
import { TableSkeleton } from '../data-table/data-table-parts.tsx'
import { EmptyState } from '../empty-state.tsx'
import { FormLanguage, useFormTexts } from '../form/form-texts.tsx'
import { LoadState } from '../load-state.tsx'
import { MoreButton } from '../more-button.tsx'
import { Page } from '../page.tsx'
import { TimeAgo } from '../time-ago.tsx'
import { Button, buttonVariants } from '../ui/button.tsx'
import type { RowColumn, RowsSearch, ShownRow } from './row-column.ts'
import { RowFilters } from './row-filters.tsx'

type RowsPageProps<Row> = {
  texts: { title: string; new?: string; search: string; empty: string }
  /** Of `useInfiniteQuery` with `keepPreviousData`: the rows stay while a search loads. */
  pages: UseInfiniteQueryResult<InfiniteData<{ items: Row[] }>, unknown>
  columns: readonly RowColumn<Row>[]
  /** The columns by which it can be ordered; it always can by `createdAt`. */
  sorts: readonly string[]
  search: RowsSearch
  /** The page of a new row, for users who may create one. */
  newPath?: string | undefined
  /** The page of one row. */
  pathOf?: (row: Row) => string
}

/** The rows of the workspace by search, filters and order: a table, on phones a list. */
export function RowsPage<Row extends ShownRow>(props: RowsPageProps<Row>) {
  const { texts, columns, sorts, search, newPath } = props
  const translate = useFormTexts()
  const navigate = useNavigate()
  const show = (wanted: RowsSearch) => {
    const given = Object.entries(wanted).filter(([, value]) => value !== undefined)
    void navigate({ to: '.', search: Object.fromEntries(given) as never, replace: true })
  }
  const isPersonal = useRouteContext({
    from: '__root__',
    select: ({ viewer }) => viewer?.actor.workspace.organizationId === null,
  })
  const intro = translate(isPersonal ? 'rows:introPersonal' : 'rows:intro')
  const onSort = (sort: string) => show({ ...search, sort })
  const add = newPath ? (
    <Link to={newPath} className={buttonVariants()}>
      <Plus className="size-4" strokeWidth={1.75} aria-hidden="true" />
      {texts.new}
    </Link>
  ) : null
  return (
    <Page title={texts.title} intro={intro} action={add}>
      <RowFilters
        label={texts.search}
        columns={columns}
        sorts={sorts}
        search={search}
        onChange={(change) => show({ ...search, ...change })}
      />
      <RowTable {...props} onSort={onSort} onClear={() => show({})} />
    </Page>
  )
}

type RowTableProps<Row> = RowsPageProps<Row> & { onSort: (sort: string) => void; onClear: () => void }

function RowTable<Row extends ShownRow>({ texts, pages, search, onClear, ...props }: RowTableProps<Row>) {
  const translate = useFormTexts()
  const columns = useTableColumns({ ...props, current: search.sort })
  const items = pages.data?.pages.flatMap((page) => page.items)
  const failure = pages.error ? failureOf(pages.error) : undefined
  const { sort: _, ...narrowing } = search
  const nothing =
    Object.keys(narrowing).length === 0 ? (
      <EmptyState title={texts.empty} text={translate('rows:emptyText')} />
    ) : (
      <EmptyState
        media={<SearchX className="size-6" aria-hidden="true" />}
        title={translate('rows:nothingFound')}
        text={translate('rows:nothingFoundText')}
        action={
          <Button variant="outline" onClick={onClear}>
            {translate('rows:showAll')}
          </Button>
        }
      />
    )
  return (
    <LoadState
      // An empty list says nothing about the search that loads.
      data={pages.isPlaceholderData && items?.length === 0 ? undefined : items}
      failure={failure}
      onRetry={() => void pages.refetch()}
      skeleton={<TableSkeleton rows={8} />}
    >
      {(rows) =>
        rows.length === 0 ? (
          nothing
        ) : (
          <>
            <DataTable
              label={texts.title}
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              isOutdated={pages.isPlaceholderData}
            />
            <MoreButton
              pages={pages}
              failure={failure}
              label={translate(failure ? 'rows:retry' : 'rows:more')}
              pendingLabel={translate('rows:loadingMore')}
            />
          </>
        )
      }
    </LoadState>
  )
}

type TableColumnsProps<Row> = Pick<RowTableProps<Row>, 'columns' | 'sorts' | 'pathOf' | 'onSort'> & {
  current: string | undefined
}

function useTableColumns<Row extends ShownRow>(props: TableColumnsProps<Row>): readonly Column<Row>[] {
  const { columns, sorts, pathOf, onSort, current = '-createdAt' } = props
  const language = use(FormLanguage)
  const createdAt: RowColumn<Row> = {
    key: 'createdAt',
    label: useFormTexts()('rows:createdAt'),
    show: (row) => <TimeAgo at={row.createdAt} language={language} />,
  }
  const directionOf = (key: string) =>
    current === key ? ('asc' as const) : current === `-${key}` ? ('desc' as const) : undefined
  const shown = [...columns.filter(({ isBody }) => !isBody), createdAt]
  return shown.map(({ key, label, show }, index) => ({
    key,
    head: label,
    isFlexible: index === 0,
    sort:
      key === 'createdAt' || sorts.includes(key)
        ? { direction: directionOf(key), onSort: () => onSort(current === key ? `-${key}` : key) }
        : undefined,
    renderCell(row) {
      const value = show(row)
      if (index > 0) return value ? <span className="block max-w-80 truncate">{value}</span> : null
      return pathOf ? (
        <Link to={pathOf(row)} className="block truncate rounded-sm font-medium hover:underline">
          {value}
        </Link>
      ) : (
        <span className="block truncate font-medium">{value}</span>
      )
    },
  }))
}

import {
  createColumnHelper,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type Row,
  type RowSelectionState,
} from '@tanstack/react-table'
import { useMemo, type ReactNode } from 'react'
import { DataTable, type Column } from '#/components/data-table.tsx'
import { TimeAgo } from '#/components/time-ago.tsx'
import { useI18n } from '#/core/i18n/react.tsx'
import { useActs } from './user-acts.ts'
import { UserActions } from './user-actions.tsx'
import { BannedCell, EmailCell, NameCell, RoleCell } from './user-cells.tsx'
import type { User } from './users-queries.ts'
import { orderOf } from './users-request.ts'
import type { UsersSearch, UserSort } from './users-search.ts'

const features = tableFeatures({ rowSelectionFeature, rowSortingFeature })
const helper = createColumnHelper<typeof features, User>()
type UserRow = Row<typeof features, User>

const onPhone: Record<string, Column<UserRow>['onPhone']> = {
  email: 'below',
  role: 'aside',
  banned: 'aside',
  createdAt: 'none',
}

const minWidth: Record<string, string> = {
  name: 'md:min-w-44',
  role: 'md:min-w-20',
  banned: 'md:min-w-30',
  createdAt: 'md:min-w-28',
}

type UserTableProps = {
  users: readonly User[]
  search: UsersSearch
  selection: RowSelectionState
  /** Whether checkboxes are shown on a phone. */
  isSelecting: boolean
  isOutdated: boolean
  footer: ReactNode
  /** The admin's own row can't be selected for bulk actions. */
  selfId: string
  onSelect: (selection: RowSelectionState) => void
  onSort: (order: Pick<UsersSearch, 'sort' | 'direction'>) => void
}

/** One page of users, filtered and ordered by the server. */
export function UserTable({
  users,
  search,
  selection,
  isSelecting,
  isOutdated,
  footer,
  selfId,
  onSelect,
  onSort,
}: UserTableProps) {
  const { t } = useI18n()
  const { open } = useActs()
  const order = orderOf(search)
  const table = useTable({
    features,
    columns: useColumns(selfId),
    data: users,
    getRowId: ({ id }) => id,
    manualSorting: true,
    enableMultiSort: false,
    enableSortingRemoval: false,
    enableSubRowSelection: false,
    enableRowSelection: ({ id }) => id !== selfId,
    state: { rowSelection: selection, sorting: [{ id: order.sort, desc: order.direction === 'desc' }] },
    onRowSelectionChange: (change) => onSelect(typeof change === 'function' ? change(selection) : change),
    onSortingChange: (change) => {
      const [next] =
        typeof change === 'function' ? change([{ id: order.sort, desc: order.direction === 'desc' }]) : change
      if (next) onSort({ sort: next.id as UserSort, direction: next.desc ? 'desc' : 'asc' })
    },
  })
  const columns = table.getAllLeafColumns().map((column): Column<UserRow> => ({
    key: column.id,
    head: String(column.columnDef.header),
    isActions: column.id === 'actions',
    isFlexible: column.id === 'email',
    onPhone: onPhone[column.id],
    minWidth: minWidth[column.id],
    sort: column.getCanSort()
      ? { direction: column.getIsSorted() || undefined, onSort: () => column.toggleSorting() }
      : undefined,
    renderCell: (row) =>
      row
        .getAllCells()
        .map((cell) =>
          cell.column.id === column.id ? <table.FlexRender key={cell.id} cell={cell} /> : null,
        ),
  }))
  return (
    <DataTable
      label={t('administration:users.title')}
      columns={columns}
      rows={table.getRowModel().rows}
      rowKey={({ id }) => id}
      onOpen={({ original }) => open(original)}
      isOutdated={isOutdated}
      footer={footer}
      selection={{
        isOnPhone: isSelecting,
        all: {
          label: t('administration:table.chooseAll'),
          isChosen: table.getIsAllRowsSelected(),
          isMixed: table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected(),
          onToggle: table.getToggleAllRowsSelectedHandler(),
        },
        of: (row) => ({
          label: t('administration:table.choose', { name: row.original.name }),
          isChosen: row.getIsSelected(),
          isLocked: !row.getCanSelect(),
          onToggle: row.getToggleSelectedHandler(),
        }),
      }}
    />
  )
}

function useColumns(selfId: string) {
  const { t, language } = useI18n()
  return useMemo(
    () =>
      helper.columns([
        helper.accessor('name', {
          header: t('administration:table.name'),
          cell: ({ row }) => <NameCell user={row.original} isSelf={row.id === selfId} />,
        }),
        helper.accessor('email', {
          header: t('administration:table.email'),
          cell: ({ row }) => <EmailCell user={row.original} />,
        }),
        helper.accessor('role', {
          header: t('administration:table.role'),
          enableSorting: false,
          cell: ({ row }) => <RoleCell role={row.original.role} />,
        }),
        helper.accessor('banned', {
          header: t('administration:table.banned'),
          enableSorting: false,
          cell: ({ row }) => <BannedCell user={row.original} />,
        }),
        helper.accessor('createdAt', {
          header: t('administration:table.createdAt'),
          sortDescFirst: true,
          cell: ({ row }) => (
            <span className="whitespace-nowrap text-muted-foreground">
              <TimeAgo at={row.original.createdAt} language={language} />
            </span>
          ),
        }),
        helper.display({
          id: 'actions',
          header: t('administration:table.actions'),
          cell: ({ row }) => <UserActions user={row.original} isSelf={row.id === selfId} />,
        }),
      ]),
    [t, language, selfId],
  )
}

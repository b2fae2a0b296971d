import {
  createColumnHelper,
  rowSelectionFeature,
  tableFeatures,
  useTable,
  type Row,
  type RowSelectionState,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { DataTable, type Column } from '#/components/data-table/data-table.tsx'
import { useI18n } from '#/core/i18n/react.tsx'
import { useActs } from './user-acts.ts'
import { userNameId } from './user-cells.tsx'
import { useUserColumns } from './user-columns.tsx'
import type { User } from './users-queries.ts'
import { orderOf } from './users-request.ts'
import type { UsersSearch, UserSort } from './users-search.ts'

const features = tableFeatures({ rowSelectionFeature })
const helper = createColumnHelper<typeof features, User>()
type UserRow = Row<typeof features, User>

/** For the selection alone; the columns are `useUserColumns`. */
const selectable = helper.columns([helper.accessor('id', {})])
const sortable: readonly UserSort[] = ['name', 'email', 'createdAt']

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
  onSort: (sort: UserSort) => void
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
    columns: selectable,
    data: users,
    getRowId: ({ id }) => id,
    enableSubRowSelection: false,
    enableRowSelection: ({ id }) => id !== selfId,
    state: { rowSelection: selection },
    onRowSelectionChange: (change) => onSelect(typeof change === 'function' ? change(selection) : change),
  })
  const columns = useUserColumns(selfId).map((column): Column<UserRow> => {
    const sort = sortable.find((one) => one === column.key)
    return {
      ...column,
      sort: sort && {
        direction: order.sort === sort ? order.direction : undefined,
        onSort: () => onSort(sort),
      },
      renderCell: ({ original }) => column.renderCell(original),
    }
  })
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
          label: t('administration:table.choose'),
          of: userNameId(row.original.id),
          isChosen: row.getIsSelected(),
          isLocked: !row.getCanSelect(),
          onToggle: row.getToggleSelectedHandler(),
        }),
      }}
    />
  )
}

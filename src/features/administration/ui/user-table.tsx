import { useRef, type ReactNode } from 'react'
import { DataTable, type Column } from '#/components/data-table/data-table.tsx'
import { useI18n } from '@plinth/core/texts'
import { useActs } from './user-acts.ts'
import { userNameId } from './user-cells.tsx'
import { useUserColumns } from './user-columns.tsx'
import type { User } from './users-queries.ts'
import type { Selection } from './use-users-view.ts'
import { orderOf } from './users-request.ts'
import type { UsersSearch, UserSort } from './users-search.ts'

const sortable: readonly UserSort[] = ['name', 'email', 'createdAt']

type UserTableProps = {
  users: readonly User[]
  search: UsersSearch
  selection: Selection
  /** Whether checkboxes are shown on a phone. */
  isSelecting: boolean
  isOutdated: boolean
  footer: ReactNode
  /** The admin's own row can't be selected for bulk actions. */
  selfId: string
  onSelect: (selection: Selection) => void
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
  const selectable = users.filter(({ id }) => id !== selfId).map(({ id }) => id)
  const chosen = selectable.filter((id) => selection[id])
  const areAllChosen = selectable.length > 0 && chosen.length === selectable.length
  const last = useRef<string>(undefined)
  const toggle = (id: string, isRange: boolean) => {
    const ends = [selectable.indexOf(isRange ? (last.current ?? id) : id), selectable.indexOf(id)]
    const range = selectable.slice(Math.max(0, Math.min(...ends)), Math.max(...ends) + 1)
    last.current = id
    const others = chosen.filter((one) => !range.includes(one))
    onSelect(selectionOf(selection[id] ? others : [...others, ...range]))
  }
  const columns = useUserColumns(selfId).map((column): Column<User> => {
    const sort = sortable.find((one) => one === column.key)
    if (!sort) return column
    const direction = order.sort === sort ? order.direction : undefined
    return { ...column, sort: { direction, onSort: () => onSort(sort) } }
  })
  return (
    <DataTable
      label={t('administration:users.title')}
      columns={columns}
      rows={users}
      rowKey={({ id }) => id}
      onOpen={open}
      isOutdated={isOutdated}
      footer={footer}
      selection={{
        isOnPhone: isSelecting,
        all: {
          label: t('administration:table.chooseAll'),
          isChosen: areAllChosen,
          isMixed: chosen.length > 0 && !areAllChosen,
          onToggle: () => onSelect(selectionOf(areAllChosen ? [] : selectable)),
        },
        of: ({ id }) => ({
          label: t('administration:table.choose'),
          of: userNameId(id),
          isChosen: selection[id] === true,
          isLocked: id === selfId,
          onToggle: (isRange) => toggle(id, isRange),
        }),
      }}
    />
  )
}

const selectionOf = (ids: readonly string[]): Selection =>
  Object.fromEntries(ids.map((id) => [id, true as const]))

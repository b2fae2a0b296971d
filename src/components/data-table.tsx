import type { ReactNode } from 'react'
import { cn } from '#/lib/cn.ts'
import { Head, RowCheckbox, type CheckboxState, type Sort } from './data-table-parts.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from './ui/table.tsx'

export type Column<Row> = {
  key: string
  head: string
  /** Headers of images and menus are for screen readers only. */
  isHeadHidden?: boolean
  renderCell: (row: Row) => ReactNode
  /** Actions stay visible when a wide table scrolls sideways. On phones they are at the end of the card. */
  isActions?: boolean
  /**
   * Makes the column sortable; `direction` is the current one. Phones have no headers, so offer sorting
   * elsewhere too.
   */
  sort?: Sort
}

/** Selectable rows. Phones have no headers, so offer `all` elsewhere too. */
export type RowSelection<Row> = {
  all: CheckboxState
  of: (row: Row) => CheckboxState & { isLocked: boolean }
}
type DataTableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  selection?: RowSelection<Row>
  /** For more rows than fit the screen: they scroll below fixed headers. */
  isLong?: boolean
  /** The rows are outdated while new ones load. */
  isOutdated?: boolean
}

/** A table; on phones, cards with the same content and actions. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  selection,
  isLong = false,
  isOutdated = false,
}: DataTableProps<Row>) {
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={isLong ? 0 : undefined}
      className={`md:overflow-auto md:rounded-xl md:border md:border-border md:bg-card ${isLong ? 'md:max-h-[80dvh]' : ''}`}
    >
      <Table
        aria-label={label}
        aria-busy={isOutdated}
        className={cn('transition-opacity duration-180 max-md:block', isOutdated && 'opacity-60 delay-200')}
      >
        <TableHeader className="top-0 z-10 max-md:sr-only md:sticky">
          <TableRow>
            {selection ? (
              <TableHead className="w-px pr-0">
                <span className="md:hidden">{selection.all.label}</span>
                <span className="max-md:hidden">
                  <RowCheckbox {...selection.all} />
                </span>
              </TableHead>
            ) : null}
            {columns.map(({ key, head, isHeadHidden, isActions, sort }) => (
              <Head key={key} head={head} isHeadHidden={isHeadHidden} isActions={isActions} sort={sort} />
            ))}
          </TableRow>
        </TableHeader>
        <TableBody className="max-md:grid max-md:gap-3">
          {rows.map((row) => (
            <Row key={rowKey(row)} columns={columns} row={row} selection={selection} />
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

const cellClass = {
  first: 'max-md:col-start-1 max-md:row-start-1',
  actions:
    'max-md:order-last max-md:col-span-2 max-md:mt-1 max-md:border-t max-md:border-border max-md:pt-3 max-md:has-[>span:empty]:hidden md:sticky md:right-0 md:w-px md:bg-inherit',
  other:
    'max-md:col-span-2 max-md:grid max-md:grid-cols-[minmax(6rem,auto)_1fr] max-md:items-center max-md:gap-3',
}

type RowProps<Row> = { columns: readonly Column<Row>[]; row: Row; selection: RowSelection<Row> | undefined }

function Row<Row>({ columns, row, selection }: RowProps<Row>) {
  const choice = selection?.of(row)
  return (
    <TableRow
      aria-selected={choice?.isChosen}
      className="md:bg-card max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-center max-md:gap-2 max-md:rounded-xl max-md:border max-md:bg-card max-md:p-4 md:not-last:border-b"
    >
      {choice ? (
        <TableCell className="max-md:col-start-2 max-md:row-start-1 md:h-11 md:pl-4">
          <RowCheckbox {...choice} />
        </TableCell>
      ) : null}
      {columns.map(({ key, head, renderCell, isActions }, index) => {
        const place = index === 0 ? 'first' : isActions ? 'actions' : 'other'
        return (
          <TableCell key={key} className={cn('md:h-11 md:px-4 md:py-1.5', cellClass[place])}>
            {place === 'other' ? (
              <span aria-hidden="true" className="text-sm text-muted-foreground md:hidden">
                {head}
              </span>
            ) : null}
            <span className="block min-w-0">{renderCell(row)}</span>
          </TableCell>
        )
      })}
    </TableRow>
  )
}

import type { MouseEvent, ReactNode } from 'react'
import { cn } from '#/lib/cn.ts'
import { Checkbox, Head, headClass, lastClass, type CheckboxState, type Sort } from './data-table-parts.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../ui/table.tsx'
import { rowMotion } from '../row-motion.ts'
import { useFirstRows } from '../use-first-rows.ts'

export type Column<Row> = {
  key: string
  head: string
  renderCell: (row: Row) => ReactNode
  /**
   * They stay in place when a wide table scrolls sideways. On phones they are in the row's upper corner.
   */
  isActions?: boolean
  /**
   * Makes the column sortable; `direction` is the current one. Phones have no headers, so offer sorting
   * elsewhere too.
   */
  sort?: Sort
  /** Class for a typical width, so that rows loaded later don't move the columns. */
  minWidth?: string
  /** Takes the remaining width; its content must truncate itself. At most one column. */
  isFlexible?: boolean
  /** Left out where there is little room for a table: the first cell then shows it on a second line. */
  isExtra?: boolean
  /**
   * The position of the cell on phones: below with its header as a label (the default), below without a
   * label, at the end of the first line, at the end of the second line, or hidden.
   */
  onPhone?: 'labelled' | 'below' | 'end' | 'aside' | 'none'
}

/** Selectable rows. Phones have no headers, so offer `all` elsewhere too. */
export type RowSelection<Row> = {
  all: CheckboxState
  /** `of` is the id of the text that names the row. */
  of: (row: Row) => CheckboxState & { isLocked: boolean; of: string }
  /** On phones the checkboxes are shown only while the user selects, instead of the actions. */
  isOnPhone: boolean
}
type DataTableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** The heading above a row and those after it that have the same, such as their day. */
  groupOf?: (row: Row) => string
  selection?: RowSelection<Row>
  /** Called for a press anywhere on a row. The first cell must offer the same as a button. */
  onOpen?: (row: Row) => void
  /** The rows are outdated while new ones load. */
  isOutdated?: boolean
  /** A `TableFooter`. */
  footer?: ReactNode
  /** For use inside a card, which has the border. */
  isInCard?: boolean
}

/** A table; on phones, a list with the same content and actions. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  groupOf,
  selection,
  onOpen,
  isOutdated = false,
  footer,
  isInCard = false,
}: DataTableProps<Row>) {
  const shown = useFirstRows(rows)
  const groups = groupOf ? [...Map.groupBy(shown, groupOf)] : [['', shown] as const]
  return (
    <div className={isInCard ? undefined : 'overflow-clip rounded-xl border border-border bg-card'}>
      <div className="md:overflow-x-auto">
        <Table
          aria-label={label}
          aria-busy={isOutdated}
          className={cn(
            'transition-opacity duration-180 max-md:block',
            columns.some(({ isFlexible }) => isFlexible) &&
              (columns.some(({ isExtra }) => isExtra) ? 'min-[75rem]:min-w-[52rem]' : 'md:min-w-[52rem]'),
            isOutdated && 'opacity-60 delay-200',
          )}
        >
          <TableHeader className="max-md:sr-only">
            <TableRow>
              {selection ? (
                <TableHead className={`${headClass} w-px`}>
                  <span className="md:hidden">{selection.all.label}</span>
                  <span className="max-md:hidden">
                    <Checkbox {...selection.all} />
                  </span>
                </TableHead>
              ) : null}
              {columns.map(({ key, ...column }) => (
                <Head key={key} {...column} />
              ))}
            </TableRow>
          </TableHeader>
          {groups.map(([heading, members]) => (
            <TableBody
              key={heading}
              ref={rowMotion}
              className="max-md:block not-last:border-b not-last:border-border"
            >
              {groupOf ? (
                <GroupHead columnCount={columns.length + (selection ? 1 : 0)}>{heading}</GroupHead>
              ) : null}
              {members.map((row) => (
                <Row key={rowKey(row)} columns={columns} row={row} selection={selection} onOpen={onOpen} />
              ))}
            </TableBody>
          ))}
        </Table>
      </div>
      {footer}
    </div>
  )
}

/** The heading of a group of rows. */
function GroupHead({ columnCount, children }: { columnCount: number; children: string }) {
  return (
    <TableRow className="max-md:block">
      <TableHead
        role="rowheader"
        scope="rowgroup"
        colSpan={columnCount}
        className="pt-4 pb-1.5 align-bottom text-foreground max-md:block max-md:h-auto md:h-11 md:px-5"
      >
        <span className="block first-letter:uppercase">{children}</span>
      </TableHead>
    </TableRow>
  )
}

const phoneClass = {
  first: 'max-md:order-1 max-md:content-center max-md:pl-(--lead)',
  // Beside both lines, however high the button is; its icon ends where text would.
  actions:
    'max-md:order-2 max-md:col-start-3 max-md:[grid-row:1/span_var(--lines,2)] max-md:justify-self-end max-md:-mr-2 max-md:-ml-2.5 max-md:-my-3 pointer-coarse:max-md:-mr-4',
  end: 'max-md:order-2 max-md:row-start-1 max-md:[grid-column:2/var(--line-end)] max-md:justify-self-end max-md:text-sm max-md:has-[>span:empty]:hidden max-[22.5rem]:row-start-2 max-[22.5rem]:[grid-column:1/3] max-[22.5rem]:justify-self-start max-[22.5rem]:pl-(--lead)',
  // On one axis with the actions; on the narrowest phones below the other lines.
  endWithActions:
    'max-md:order-2 max-md:col-start-2 max-md:row-span-2 max-md:row-start-1 max-md:justify-self-end max-md:text-sm max-md:has-[>span:empty]:hidden max-[22.5rem]:order-4 max-[22.5rem]:[grid-area:auto/1/auto/3] max-[22.5rem]:justify-self-start max-[22.5rem]:pl-(--lead)',
  below:
    'max-md:order-3 max-md:[grid-column:1/var(--below-end,2)] max-md:pl-(--lead) max-md:text-sm max-md:text-muted-foreground max-md:has-[>span:empty]:hidden',
  aside:
    'max-md:order-4 max-md:[grid-column:2/var(--line-end)] max-md:justify-self-end max-md:text-sm max-md:has-[>span:empty]:hidden',
  labelled:
    'max-md:order-5 max-md:col-span-full max-md:pl-(--lead) max-md:grid max-md:grid-cols-[minmax(6rem,auto)_1fr] max-md:items-baseline max-md:gap-3 max-md:has-[>span+span:empty]:hidden',
  none: 'max-md:hidden',
}

type RowProps<Row> = {
  columns: readonly Column<Row>[]
  row: Row
  selection: RowSelection<Row> | undefined
  onOpen: ((row: Row) => void) | undefined
}

function Row<Row>({ columns, row, selection, onOpen }: RowProps<Row>) {
  const choice = selection?.of(row)
  const isSelecting = selection?.isOnPhone
  const hasActions = columns.some(({ isActions }) => isActions)
  const isNameFlexible =
    columns.some(({ isExtra }) => isExtra) &&
    columns.every(({ isFlexible, isExtra }) => !isFlexible || isExtra)
  const hasEnd = columns.some(({ onPhone }) => onPhone === 'end')
  const firstClass = hasEnd
    ? 'max-md:col-start-1'
    : selection || hasActions
      ? 'max-md:col-span-2 max-md:col-start-1'
      : 'max-md:col-span-full'
  return (
    <TableRow
      aria-selected={choice?.isChosen}
      onClick={onOpen && ((event) => isOnControl(event) || onOpen(row))}
      className={cn(
        'bg-card not-last:border-b hover:bg-muted',
        'max-md:grid max-md:min-h-16 max-md:relative max-md:content-center max-md:items-center max-md:gap-x-3 max-md:gap-y-0.5 max-md:px-4 max-md:py-2',
        // The place of the actions is kept in rows without, so that all lines end at one edge.
        hasActions
          ? 'max-md:grid-cols-[minmax(0,1fr)_auto_minmax(1.125rem,auto)] max-md:[--line-end:-2]'
          : 'max-md:grid-cols-[minmax(0,1fr)_auto_auto] max-md:[--line-end:-1]',
        // The lines below begin under the name, not under the picture before it.
        'max-md:has-[[data-first]_[data-slot=avatar]]:[--lead:2.625rem] max-md:[&_[data-first]_[data-slot=avatar]]:absolute max-md:[&_[data-first]_[data-slot=avatar]]:inset-y-0 max-md:[&_[data-first]_[data-slot=avatar]]:left-4 max-md:[&_[data-first]_[data-slot=avatar]]:my-auto',
        // They have the whole line if nothing is seen at its end.
        hasActions && hasEnd
          ? 'max-md:gap-x-1.5 max-[22.5rem]:[--below-end:3] max-[22.5rem]:[--lines:3]'
          : 'max-md:not-has-[[data-aside]>span>*]:[--below-end:var(--line-end)]',
        onOpen && 'cursor-pointer',
      )}
    >
      {choice ? (
        <TableCell
          className={cn(
            'max-md:order-2 max-md:col-start-3 max-md:[grid-row:1/span_var(--lines,2)] max-md:ml-1.5 max-md:justify-self-end md:h-11 md:pl-5',
            !isSelecting && 'max-md:hidden',
          )}
        >
          <Checkbox {...choice} />
        </TableCell>
      ) : null}
      {columns.map(
        ({ key, head, renderCell, isActions, isFlexible, isExtra, onPhone = 'labelled' }, index) => {
          const own = hasActions && onPhone === 'end' ? 'endWithActions' : onPhone
          const place = index === 0 ? 'first' : isActions ? 'actions' : own
          // On phones the checkbox replaces the actions while the user selects.
          const isCovered = isActions && isSelecting
          return (
            <TableCell
              key={key}
              data-first={place === 'first' || undefined}
              data-aside={place === 'aside' || undefined}
              data-extra={isExtra}
              className={cn(
                'md:h-11 md:px-3 md:py-1.5 md:first:pl-5 pointer-coarse:md:h-14',
                // The last icon button ends where text would.
                place !== 'actions' && lastClass,
                isFlexible && 'md:w-full md:max-w-0',
                index === 0 && isNameFlexible && 'md:max-[75rem]:w-full md:max-[75rem]:max-w-0',
                isExtra && 'md:max-[75rem]:hidden',
                place === 'actions' && 'md:sticky md:right-0 md:w-px md:bg-inherit',
                isCovered ? phoneClass.none : phoneClass[place],
                place === 'first' && firstClass,
              )}
            >
              {place === 'labelled' ? (
                <span aria-hidden="true" className="text-sm text-muted-foreground md:hidden">
                  {head}
                </span>
              ) : null}
              <span
                className={
                  place === 'actions' ? 'row-actions flex items-center justify-end' : 'block min-w-0'
                }
              >
                {renderCell(row)}
              </span>
            </TableCell>
          )
        },
      )}
    </TableRow>
  )
}

/** Whether a click hit another control or ended a text selection. */
function isOnControl({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  const control = (target as Element).closest('a, button, input, select, label')
  // React also bubbles clicks from menus and dialogs that the row has opened.
  return control !== null || !currentTarget.contains(target as Node) || getSelection()?.isCollapsed === false
}

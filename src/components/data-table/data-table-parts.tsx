import { ArrowDown, ArrowUp, ChevronsUpDown, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '#/lib/cn.ts'
import { namedBy } from '../named-by.ts'
import { Checkbox as Box } from '../ui/checkbox.tsx'
import { TableHead } from '../ui/table.tsx'

/** The state of a sortable column, and its toggle. */
export type Sort = { direction: 'asc' | 'desc' | undefined; onSort: () => void }

export type CheckboxState = {
  label: string
  isChosen: boolean
  /** Indeterminate: some but not all. */
  isMixed?: boolean
  /** `isRange`: Shift is pressed, so everything since the last one is meant. */
  onToggle: (isRange: boolean) => void
}

/** Of the last cell of a row, also where those after it are left out. */
export const lastClass = 'md:last:pr-5 md:max-[75rem]:has-[+[data-extra]:last-child]:pr-5'
export const headClass = `bg-muted px-3 first:pl-5 ${lastClass}`

/** A button of 32 px in a row, 44 on touch. */
const rowButtonClass =
  'grid size-8 shrink-0 cursor-pointer place-items-center rounded-lg text-muted-foreground hover:bg-foreground/8 hover:text-foreground pointer-coarse:size-11'

const ariaSort = { asc: 'ascending', desc: 'descending' } as const
const sortIcons = { asc: ArrowUp, desc: ArrowDown }

type HeadProps = {
  head: string
  isActions?: boolean
  isExtra?: boolean
  minWidth?: string
  sort?: Sort
}

/** A column header, with a button if the column is sortable. */
export function Head({ head, isActions, isExtra, minWidth, sort }: HeadProps) {
  const Icon = sort?.direction ? sortIcons[sort.direction] : ChevronsUpDown
  return (
    <TableHead
      aria-sort={sort?.direction && ariaSort[sort.direction]}
      data-extra={isExtra}
      className={cn(
        headClass,
        minWidth,
        isExtra && 'md:max-[75rem]:hidden',
        isActions && 'text-right md:sticky md:right-0',
      )}
    >
      {sort ? (
        <>
          <span className="md:hidden">{head}</span>
          <button
            type="button"
            onClick={sort.onSort}
            className={cn(
              '-mx-1.5 flex h-7 cursor-pointer items-center gap-1 rounded-md px-1.5 hover:text-foreground max-md:hidden',
              sort.direction && 'text-foreground',
            )}
          >
            {head}
            <Icon className="size-3.5" aria-hidden="true" />
          </button>
        </>
      ) : (
        head
      )}
    </TableHead>
  )
}

/** A checkbox that can be indeterminate. */
export function Checkbox({
  label,
  isChosen,
  isMixed = false,
  isLocked = false,
  of,
  onToggle,
}: CheckboxState & { isLocked?: boolean; of?: string }) {
  return (
    <Box
      {...(of === undefined ? { 'aria-label': label } : namedBy({ id: `${of}-choose`, label, of }))}
      checked={isChosen}
      indeterminate={isMixed}
      disabled={isLocked}
      onChange={({ nativeEvent }) => onToggle('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
      className="disabled:invisible"
    />
  )
}

type RowButtonProps = {
  label: string
  Icon: LucideIcon
  onClick: () => void
}

/** A row action as an icon. Not in narrow windows: there it is in the row's menu. */
export function RowButton({ label, Icon, onClick }: RowButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className={`${rowButtonClass} max-[75rem]:hidden`}
    >
      <Icon className="size-4" strokeWidth={1.75} aria-hidden="true" />
    </button>
  )
}

/** The line below the rows: their count, and the pager. */
export function TableFooter({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-1.5 border-t border-border px-4 text-sm md:px-5 text-muted-foreground">
      {children}
    </div>
  )
}

/** A placeholder with the dimensions of a table whose rows are loading. */
export function TableSkeleton({ rows, isInCard = false }: { rows: number; isInCard?: boolean }) {
  return (
    <div
      aria-hidden="true"
      className={cn('grid', !isInCard && 'overflow-clip rounded-xl border border-border bg-card')}
    >
      <div className="h-9 border-b border-border bg-muted max-md:hidden" />
      {Array.from({ length: rows }, (_, index) => (
        <div
          key={index}
          className="flex h-15.5 animate-pulse items-center gap-3 px-4 not-last:border-b not-last:border-border md:h-11 md:px-5"
        >
          <span className="size-6 shrink-0 rounded-full bg-muted" />
          <span className="h-3 w-32 rounded-sm bg-muted" />
          <span className="ml-auto h-3 w-20 rounded-sm bg-muted md:mr-auto md:w-40" />
          <span className="h-3 w-16 rounded-sm bg-muted max-md:hidden" />
        </div>
      ))}
    </div>
  )
}

import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { Checkbox } from './ui/checkbox.tsx'
import { TableHead } from './ui/table.tsx'

/** The state of a sortable column, and its toggle. */
export type Sort = { direction: 'asc' | 'desc' | undefined; onSort: () => void }

export type CheckboxState = {
  label: string
  isChosen: boolean
  /** Indeterminate: some but not all. */
  isMixed?: boolean
  /** Gets the event, so that Shift can select a range. */
  onToggle: (event: unknown) => void
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const
const sortIcons = { asc: ArrowUp, desc: ArrowDown }

type HeadProps = { head: string; isHeadHidden?: boolean; isActions?: boolean; sort?: Sort }

/** A column header, which sorts where possible. */
export function Head({ head, isHeadHidden, isActions, sort }: HeadProps) {
  const Icon = sort?.direction ? sortIcons[sort.direction] : ChevronsUpDown
  return (
    <TableHead
      aria-sort={sort?.direction && ariaSort[sort.direction]}
      className={isActions ? 'md:sticky md:right-0' : undefined}
    >
      {sort ? (
        <>
          <span className="md:hidden">{head}</span>
          <button
            type="button"
            onClick={sort.onSort}
            className="-mx-2 flex h-7 cursor-pointer items-center gap-1 rounded-md px-2 hover:bg-accent hover:text-foreground max-md:hidden"
          >
            {head}
            <Icon className="size-4" aria-hidden="true" />
          </button>
        </>
      ) : isHeadHidden ? (
        <span className="sr-only">{head}</span>
      ) : (
        head
      )}
    </TableHead>
  )
}

/** The checkbox of a row, or of all rows. */
export function RowCheckbox({
  label,
  isChosen,
  isMixed = false,
  isLocked = false,
  onToggle,
}: CheckboxState & { isLocked?: boolean }) {
  return (
    <Checkbox
      aria-label={label}
      checked={isChosen}
      indeterminate={isMixed}
      disabled={isLocked}
      onChange={onToggle}
    />
  )
}

import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'

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

/* Roles are given although the elements have them: browsers drop them from tables that are laid out as cards. */
export const role = {
  table: 'table',
  group: 'rowgroup',
  row: 'row',
  head: 'columnheader',
  cell: 'cell',
} as const

export const headClass =
  'h-11 border-b border-border bg-card px-4 text-sm font-medium whitespace-nowrap text-muted-foreground'

const ariaSort = { asc: 'ascending', desc: 'descending' } as const
const sortIcons = { asc: ArrowUp, desc: ArrowDown }

type HeadProps = { head: string; isHeadHidden?: boolean; isActions?: boolean; sort?: Sort }

/** A column header, which sorts where possible. */
export function Head({ head, isHeadHidden, isActions, sort }: HeadProps) {
  const Icon = sort?.direction ? sortIcons[sort.direction] : ChevronsUpDown
  return (
    <th
      role={role.head}
      scope="col"
      aria-sort={sort?.direction && ariaSort[sort.direction]}
      className={`${headClass} ${isActions ? 'md:sticky md:right-0' : ''}`}
    >
      {sort ? (
        <>
          <span className="md:hidden">{head}</span>
          <button
            type="button"
            onClick={sort.onSort}
            className="-mx-2 flex h-8 cursor-pointer items-center gap-1 rounded-lg px-2 hover:bg-accent hover:text-foreground max-md:hidden"
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
    </th>
  )
}

/** A checkbox that can be indeterminate. */
export function Checkbox({
  label,
  isChosen,
  isMixed = false,
  isLocked = false,
  onToggle,
}: CheckboxState & { isLocked?: boolean }) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={isChosen}
      disabled={isLocked}
      ref={(box) => {
        if (box) box.indeterminate = isMixed
      }}
      onChange={onToggle}
      className="block size-4 cursor-pointer accent-brand disabled:cursor-default pointer-coarse:size-6"
    />
  )
}

import type { LucideIcon } from 'lucide-react'
import { Fragment, type ReactNode, type RefObject } from 'react'
import { cn } from '#/lib/cn.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuGroup,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
} from './ui/dropdown-menu.tsx'

export type MenuEntry = {
  key: string
  /** The content of the row. */
  label: ReactNode
  Icon?: LucideIcon
  /** Instead of the icon. */
  picture?: ReactNode
  /** Makes the entry a radio item; true for the selected one. */
  isChosen?: boolean
  isDangerous?: boolean
  onSelect: () => void
}

/** A group of entries, separated from others by a line. */
export type MenuGroup = { key: string; heading?: string; entries: readonly MenuEntry[] }

export type MenuPopupProps = {
  isOpen: boolean
  onOpenChange: (open: boolean) => void
  /** The button that opened the menu and gets the focus back. */
  opener: RefObject<HTMLButtonElement | null>
  label: string
  /** What it is for; on phones its heading. */
  name: string
  groups: readonly MenuGroup[]
  align: 'start' | 'end'
}

/** The menu of a `MenuButton`. */
export default function MenuPopup({
  isOpen,
  onOpenChange,
  opener,
  label,
  name,
  groups,
  align,
}: MenuPopupProps) {
  return (
    <DropdownMenu open={isOpen} onOpenChange={onOpenChange}>
      <DropdownMenuContent anchor={opener} align={align} aria-label={label} finalFocus={opener}>
        <p aria-hidden="true" className="truncate px-3 pt-1 pb-2 font-medium sm:hidden">
          {name}
        </p>
        {groups.map(({ key, heading, entries }, index) => (
          <Fragment key={key}>
            {index > 0 ? <DropdownMenuSeparator /> : null}
            <DropdownMenuGroup>
              {heading ? <DropdownMenuLabel>{heading}</DropdownMenuLabel> : null}
              <Entries entries={entries} />
            </DropdownMenuGroup>
          </Fragment>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

/** A group with a selected entry is a radio group; others are plain items. */
function Entries({ entries }: { entries: readonly MenuEntry[] }) {
  const items = entries.map(({ key, ...entry }) => <Entry key={key} name={key} {...entry} />)
  if (entries.every(({ isChosen }) => isChosen === undefined)) return items
  return (
    <DropdownMenuRadioGroup value={entries.find(({ isChosen }) => isChosen)?.key ?? null}>
      {items}
    </DropdownMenuRadioGroup>
  )
}

function Entry({
  name,
  label,
  Icon,
  picture,
  isChosen,
  isDangerous,
  onSelect,
}: Omit<MenuEntry, 'key'> & { name: string }) {
  const content = (
    <>
      {picture ??
        (Icon ? (
          <Icon
            className={cn('mx-1 size-4 shrink-0', !isDangerous && 'text-muted-foreground')}
            aria-hidden="true"
          />
        ) : null)}
      <span className="min-w-0 flex-1 truncate">{label}</span>
    </>
  )
  if (isChosen === undefined) {
    return (
      <DropdownMenuItem variant={isDangerous ? 'destructive' : 'default'} onClick={onSelect}>
        {content}
      </DropdownMenuItem>
    )
  }
  return (
    <DropdownMenuRadioItem value={name} onClick={onSelect}>
      {content}
    </DropdownMenuRadioItem>
  )
}

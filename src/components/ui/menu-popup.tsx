import { Menu } from '@base-ui/react/menu'
import { Check, type LucideIcon } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { cn } from '#/lib/cn.ts'

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
  groups: readonly MenuGroup[]
  align: 'start' | 'end'
}

const itemClass =
  'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-lg px-3 py-1.5 outline-none data-[highlighted]:bg-muted pointer-coarse:min-h-11'

/** The menu of a `MenuButton`: arrow keys move, letters search, Escape closes. */
export default function MenuPopup({ isOpen, onOpenChange, opener, label, groups, align }: MenuPopupProps) {
  return (
    <Menu.Root open={isOpen} onOpenChange={onOpenChange} modal={false}>
      <Menu.Portal>
        <Menu.Positioner anchor={opener} align={align} sideOffset={4} collisionPadding={8} className="z-50">
          <Menu.Popup
            aria-label={label}
            finalFocus={opener}
            className="max-h-(--available-height) max-w-[min(20rem,calc(100vw-1rem))] min-w-(--anchor-width) overflow-y-auto rounded-xl border border-border bg-card p-1 shadow-float outline-none"
          >
            {groups.map(({ key, heading, entries }, index) => (
              <Menu.Group key={key} className={cn(index > 0 && 'mt-1 border-t border-border pt-1')}>
                {heading ? (
                  <Menu.GroupLabel className="px-3 py-1 text-xs text-muted-foreground">
                    {heading}
                  </Menu.GroupLabel>
                ) : null}
                <Entries entries={entries} />
              </Menu.Group>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** A group with a selected entry is a radio group; others are plain items. */
function Entries({ entries }: { entries: readonly MenuEntry[] }) {
  const items = entries.map(({ key, ...entry }) => <Entry key={key} name={key} {...entry} />)
  if (entries.every(({ isChosen }) => isChosen === undefined)) return items
  return (
    <Menu.RadioGroup value={entries.find(({ isChosen }) => isChosen)?.key ?? null}>{items}</Menu.RadioGroup>
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
      {isChosen ? <Check className="size-4 shrink-0 text-link" aria-hidden="true" /> : null}
    </>
  )
  if (isChosen === undefined) {
    return (
      <Menu.Item className={cn(itemClass, isDangerous && 'text-destructive-text')} onClick={onSelect}>
        {content}
      </Menu.Item>
    )
  }
  return (
    <Menu.RadioItem value={name} className={itemClass} closeOnClick onClick={onSelect}>
      {content}
    </Menu.RadioItem>
  )
}

import { Menu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'

/**
 * A menu: arrow keys move, letters search, Escape closes, and a press outside does nothing else. On phones it
 * is a sheet at the foot of the window. `MenuButton` loads it when it is first needed.
 */
export function DropdownMenu(props: ComponentProps<typeof Menu.Root>) {
  return <Menu.Root {...props} />
}

type Styled<Part extends (typeof Menu)['Popup' | 'GroupLabel' | 'Item' | 'RadioItem' | 'Separator']> = Omit<
  ComponentProps<Part>,
  'className'
> & { className?: string }
type ContentProps = Styled<typeof Menu.Popup> &
  Pick<ComponentProps<typeof Menu.Positioner>, 'align' | 'alignOffset' | 'anchor' | 'side' | 'sideOffset'>

export function DropdownMenuContent({
  className,
  align = 'start',
  alignOffset,
  anchor,
  side,
  sideOffset = 4,
  ...props
}: ContentProps) {
  return (
    <Menu.Portal>
      <Menu.Backdrop className="fixed inset-0 z-50 bg-black/40 transition-opacity duration-180 data-[ending-style]:opacity-0 sm:hidden starting:opacity-0" />
      <Menu.Positioner
        align={align}
        alignOffset={alignOffset}
        anchor={anchor}
        side={side}
        sideOffset={sideOffset}
        collisionPadding={8}
        className="z-50 max-sm:fixed! max-sm:inset-x-0! max-sm:top-auto! max-sm:bottom-0! max-sm:w-full! max-sm:translate-none! max-sm:transform-none!"
      >
        <Menu.Popup
          data-slot="dropdown-menu-content"
          className={cn(
            'max-h-(--available-height) max-w-[min(20rem,calc(100vw-1rem))] min-w-(--anchor-width) overflow-y-auto rounded-xl border border-border bg-popover p-1 text-popover-foreground shadow-float outline-none max-sm:modal-motion max-sm:max-h-[85dvh] max-sm:max-w-none max-sm:rounded-b-none max-sm:border-x-0 max-sm:border-b-0 max-sm:bg-card max-sm:px-2 max-sm:pt-2 max-sm:pb-[calc(0.5rem+env(safe-area-inset-bottom))] max-sm:data-[ending-style]:translate-y-full max-sm:starting:translate-y-full',
            className,
          )}
          {...props}
        />
      </Menu.Positioner>
    </Menu.Portal>
  )
}

export function DropdownMenuGroup(props: ComponentProps<typeof Menu.Group>) {
  return <Menu.Group data-slot="dropdown-menu-group" {...props} />
}

export function DropdownMenuLabel({ className, ...props }: Styled<typeof Menu.GroupLabel>) {
  return (
    <Menu.GroupLabel
      data-slot="dropdown-menu-label"
      className={cn('px-3 py-1 text-xs text-muted-foreground', className)}
      {...props}
    />
  )
}

const itemClass =
  'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-lg px-3 py-1.5 outline-none data-[disabled]:cursor-default data-[disabled]:opacity-60 data-[highlighted]:bg-accent pointer-coarse:min-h-11'

export function DropdownMenuItem({
  className,
  variant = 'default',
  ...props
}: Styled<typeof Menu.Item> & { variant?: 'default' | 'destructive' }) {
  return (
    <Menu.Item
      data-slot="dropdown-menu-item"
      data-variant={variant}
      className={cn(itemClass, variant === 'destructive' && 'text-destructive-text', className)}
      {...props}
    />
  )
}

export function DropdownMenuRadioGroup(props: ComponentProps<typeof Menu.RadioGroup>) {
  return <Menu.RadioGroup data-slot="dropdown-menu-radio-group" {...props} />
}

/** Closes the menu, like every other item. */
export function DropdownMenuRadioItem({ className, children, ...props }: Styled<typeof Menu.RadioItem>) {
  return (
    <Menu.RadioItem
      data-slot="dropdown-menu-radio-item"
      closeOnClick
      className={cn(itemClass, className)}
      {...props}
    >
      {children}
      <Menu.RadioItemIndicator className="ml-auto">
        <Check className="size-4 shrink-0 text-link" aria-hidden="true" />
      </Menu.RadioItemIndicator>
    </Menu.RadioItem>
  )
}

export function DropdownMenuSeparator({ className, ...props }: Styled<typeof Menu.Separator>) {
  return (
    <Menu.Separator
      data-slot="dropdown-menu-separator"
      className={cn('-mx-1 my-1 h-px bg-border', className)}
      {...props}
    />
  )
}

export function DropdownMenuTrigger(props: ComponentProps<typeof Menu.Trigger>) {
  return <Menu.Trigger data-slot="dropdown-menu-trigger" {...props} />
}

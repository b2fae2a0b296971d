import { Ellipsis } from 'lucide-react'
import { cn } from '#/lib/cn.ts'
import { MenuButton, type MenuGroup } from '../menu-button.tsx'
import { buttonVariants, type ButtonVariants } from '../ui/button.tsx'

type RowMenuProps = ButtonVariants & {
  /** What the actions are for: 'Actions for Ada'. */
  label: string
  /** Of the button, if not `label`. */
  buttonLabel?: string
  groups: readonly MenuGroup[]
  disabled?: boolean
  autoFocus?: boolean
  className?: string
}

/** The menu of further actions on a row or card. */
export function RowMenu({
  label,
  buttonLabel = label,
  groups,
  disabled,
  autoFocus,
  variant = 'ghost',
  size = 'icon',
  className,
}: RowMenuProps) {
  return (
    <MenuButton
      menuLabel={label}
      aria-label={buttonLabel}
      groups={groups}
      align="end"
      disabled={disabled}
      autoFocus={autoFocus}
      className={buttonVariants({
        variant,
        size,
        className: cn(
          'shrink-0',
          variant === 'ghost' && 'text-muted-foreground hover:bg-foreground/8 hover:text-foreground',
          className,
        ),
      })}
    >
      <Ellipsis className="size-4" aria-hidden="true" />
    </MenuButton>
  )
}

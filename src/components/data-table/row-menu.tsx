import { Ellipsis } from 'lucide-react'
import { useId } from 'react'
import { cn } from '#/lib/cn.ts'
import { useFormTexts } from '../form/form-texts.tsx'
import { MenuButton, type MenuGroup } from '../menu-button.tsx'
import { namedBy } from '../named-by.ts'
import { buttonVariants, type ButtonVariants } from '../ui/button.tsx'

type RowMenuProps = ButtonVariants & {
  /** The id of the text that says what the actions are for. */
  of: string
  groups: readonly MenuGroup[]
  disabled?: boolean
  autoFocus?: boolean
  className?: string
}

/** The menu of further actions on a row or card. */
export function RowMenu({
  of,
  groups,
  disabled,
  autoFocus,
  variant = 'ghost',
  size = 'icon',
  className,
}: RowMenuProps) {
  const label = useFormTexts()('app:menu.actions')
  return (
    <MenuButton
      {...namedBy({ id: useId(), label, of })}
      menuLabel={label}
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

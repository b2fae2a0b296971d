import type { ComponentProps } from 'react'
import { LineIcon } from '#/components/line-icon.tsx'
import { buttonVariants, type ButtonVariants } from '#/components/ui/button.tsx'
import { cn } from '#/lib/cn.ts'
import { takeEarlyInput } from './type-into.ts'

type ButtonSelectProps = Omit<ComponentProps<'select'>, 'size' | 'ref'> & ButtonVariants

/**
 * A native select that looks like a button, for choices that apply immediately: filters, settings, roles.
 * Needs a label or an `aria-label`.
 */
export function ButtonSelect({ variant = 'outline', size, className, ...select }: ButtonSelectProps) {
  return (
    <span className={cn('relative inline-flex min-w-0 items-center', className)}>
      <select
        {...select}
        ref={takeEarlyInput}
        autoComplete="off"
        className={buttonVariants({
          variant,
          size,
          className: 'w-full min-w-0 justify-start pr-8 pl-3 active:scale-100 [&_option]:bg-popover',
        })}
      />
      <LineIcon className="pointer-events-none absolute right-2.5 size-4 text-muted-foreground">
        <path d="m6 9 6 6 6-6" />
      </LineIcon>
    </span>
  )
}

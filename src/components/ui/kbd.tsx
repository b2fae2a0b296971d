import type { ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'

/** A key, or keys pressed together. A letter is shown as it is on the key. */
export function Kbd({ className, children, ...props }: ComponentProps<'kbd'>) {
  return (
    <kbd
      data-slot="kbd"
      className={cn(
        'inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-border bg-muted px-1 font-sans text-xs text-muted-foreground',
        typeof children === 'string' && children.length === 1 && 'uppercase',
        className,
      )}
      {...props}
    >
      {children}
    </kbd>
  )
}

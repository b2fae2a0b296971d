import type { ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'

/** A key, or keys pressed together. */
export function Kbd({ className, ...props }: ComponentProps<'kbd'>) {
  return (
    <kbd
      data-slot="kbd"
      className={cn(
        'inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-border bg-muted px-1 font-sans text-xs text-muted-foreground',
        className,
      )}
      {...props}
    />
  )
}

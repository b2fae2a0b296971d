import type { ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'

/** A box in the place of what is loading. */
export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div data-slot="skeleton" className={cn('animate-pulse rounded-lg bg-muted', className)} {...props} />
  )
}

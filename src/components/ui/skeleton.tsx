import type { ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'

/** A placeholder for loading content. */
export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="skeleton"
      className={cn('animate-pulse rounded-lg bg-foreground/8', className)}
      {...props}
    />
  )
}

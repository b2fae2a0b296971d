import type { ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'

/** A list without entries: a motif, one sentence, one action. */
export function Empty({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="empty"
      className={cn(
        'flex w-full min-w-0 flex-col items-center justify-center gap-4 rounded-xl border border-border bg-card px-6 py-12 text-center text-balance text-card-foreground',
        className,
      )}
      {...props}
    />
  )
}

export function EmptyHeader({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="empty-header"
      className={cn('flex max-w-sm flex-col items-center gap-1', className)}
      {...props}
    />
  )
}

export function EmptyMedia({ className, ...props }: ComponentProps<'div'>) {
  return <div data-slot="empty-media" className={cn('mb-3 text-muted-foreground', className)} {...props} />
}

export function EmptyTitle({ className, ...props }: ComponentProps<'p'>) {
  return <p data-slot="empty-title" className={cn('text-lg font-semibold', className)} {...props} />
}

export function EmptyDescription({ className, ...props }: ComponentProps<'p'>) {
  return <p data-slot="empty-description" className={cn('text-muted-foreground', className)} {...props} />
}

/** The action. */
export function EmptyContent({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div data-slot="empty-content" className={cn('flex flex-col items-center gap-2', className)} {...props} />
  )
}

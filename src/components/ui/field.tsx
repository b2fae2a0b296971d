import { AlertCircle } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'

/**
 * Label, control, and below them one line for hint or error. Its rows stay at the top, so that controls of
 * neighboring fields are aligned when only one has an error.
 */
export function Field({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="field"
      className={cn(
        'grid grid-cols-[minmax(min-content,1fr)_auto] content-start gap-x-4 gap-y-1.5 *:col-span-full',
        className,
      )}
      {...props}
    />
  )
}

export function FieldLabel({ className, ...props }: ComponentProps<'label'>) {
  // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- its caller gives `htmlFor`
  return <label data-slot="field-label" className={cn('font-medium', className)} {...props} />
}

/** The hint, as high as an error. */
export function FieldDescription({ className, ...props }: ComponentProps<'p'>) {
  return (
    <p
      data-slot="field-description"
      className={cn('text-sm leading-5 text-muted-foreground', className)}
      {...props}
    />
  )
}

/** Replaces the hint. */
export function FieldError({ className, children, ...props }: ComponentProps<'p'>) {
  return (
    <p
      data-slot="field-error"
      className={cn('flex items-start gap-1.5 text-sm leading-5 text-destructive-text', className)}
      {...props}
    >
      <AlertCircle className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}

/** A line, with a word in it if there are children: between two alternatives. */
export function FieldSeparator({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="field-separator"
      className={cn(
        'flex items-center text-xs text-muted-foreground not-empty:gap-3 before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border',
        className,
      )}
      {...props}
    />
  )
}

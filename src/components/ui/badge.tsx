import type { ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'

const variants = {
  default: 'border-transparent bg-primary text-primary-foreground',
  secondary: 'border-transparent bg-secondary text-secondary-foreground',
  destructive: 'border-destructive-border bg-destructive-muted text-destructive-text',
  outline: 'border-border text-foreground',
  brand: 'border-transparent bg-brand-muted text-link',
  success: 'border-success-border bg-success-muted text-success-text',
  warning: 'border-warning-border bg-warning-muted text-warning-text',
  info: 'border-info-border bg-info-muted text-info-text',
}

export type BadgeVariant = keyof typeof variants

/** A short label: a role, a state. */
export function Badge({
  variant = 'default',
  className,
  ...props
}: ComponentProps<'span'> & { variant?: BadgeVariant }) {
  return (
    <span
      data-slot="badge"
      className={cn(
        'inline-flex w-fit items-center gap-1 rounded-md border px-1.5 py-px text-xs font-medium whitespace-nowrap',
        variants[variant],
        className,
      )}
      {...props}
    />
  )
}

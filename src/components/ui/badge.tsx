import type { ReactNode } from 'react'
import { cn } from '#/lib/cn.ts'

const looks = {
  neutral: 'border-transparent bg-secondary text-secondary-foreground',
  accent: 'border-transparent bg-brand-muted text-link',
  success: 'border-success-border bg-success-muted text-success-text',
  warning: 'border-warning-border bg-warning-muted text-warning-text',
  danger: 'border-destructive-border bg-destructive-muted text-destructive-text',
  info: 'border-info-border bg-info-muted text-info-text',
}

export type BadgeLook = keyof typeof looks

/** A short label: a role, a state. */
export function Badge({ look = 'neutral', children }: { look?: BadgeLook; children: ReactNode }) {
  return (
    <span
      className={cn(
        'inline-flex items-center rounded-md border px-1.5 py-px text-xs font-medium whitespace-nowrap',
        looks[look],
      )}
    >
      {children}
    </span>
  )
}

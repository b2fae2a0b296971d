import type { ReactNode } from 'react'
import { cn } from '#/lib/cn.ts'

const looks = {
  neutral: 'border-hairline bg-sunken text-muted',
  accent: 'border-transparent bg-accent-ground text-accent-text',
  success: 'border-success-border bg-success-ground text-success-text',
  warning: 'border-warning-border bg-warning-ground text-warning-text',
  danger: 'border-danger-border bg-danger-ground text-danger-text',
  info: 'border-info-border bg-info-ground text-info-text',
}

export type BadgeLook = keyof typeof looks

/** One word about a thing: its role, its state. */
export function Badge({ look = 'neutral', children }: { look?: BadgeLook; children: ReactNode }) {
  return (
    <span
      className={cn(
        'inline-flex items-center rounded-full border px-2 text-xs font-medium whitespace-nowrap',
        looks[look],
      )}
    >
      {children}
    </span>
  )
}

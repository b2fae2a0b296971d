import { AlertCircle, CheckCircle, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '#/lib/cn.ts'

const looks = {
  danger: {
    Icon: AlertCircle,
    className: 'border-destructive-border bg-destructive-muted text-destructive-text',
  },
  success: { Icon: CheckCircle, className: 'border-success-border bg-success-muted text-success-text' },
  warning: { Icon: AlertCircle, className: 'border-warning-border bg-warning-muted text-warning-text' },
  info: { Icon: Info, className: 'border-info-border bg-info-muted text-info-text' },
}

/** An inline message. `danger` is announced immediately. */
export function Alert({ kind, children }: { kind: keyof typeof looks; children: ReactNode }) {
  const { Icon, className } = looks[kind]
  return (
    <div
      role={kind === 'danger' ? 'alert' : 'status'}
      className={cn('flex items-start gap-2 rounded-lg border px-3 py-2', className)}
    >
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <div className="min-w-0">{children}</div>
    </div>
  )
}

import { AlertCircle, CheckCircle, Info } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'

const variants = {
  destructive: {
    Icon: AlertCircle,
    look: 'border-destructive-border bg-destructive-muted text-destructive-text',
  },
  success: { Icon: CheckCircle, look: 'border-success-border bg-success-muted text-success-text' },
  warning: { Icon: AlertCircle, look: 'border-warning-border bg-warning-muted text-warning-text' },
  info: { Icon: Info, look: 'border-info-border bg-info-muted text-info-text' },
}

/** An inline message with its icon. `destructive` is announced immediately. */
export function Alert({
  variant,
  className,
  children,
  ...props
}: ComponentProps<'div'> & { variant: keyof typeof variants }) {
  const { Icon, look } = variants[variant]
  return (
    <div
      data-slot="alert"
      role={variant === 'destructive' ? 'alert' : 'status'}
      className={cn('flex items-start gap-2 rounded-lg border px-3 py-2', look, className)}
      {...props}
    >
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <div className="min-w-0">{children}</div>
    </div>
  )
}

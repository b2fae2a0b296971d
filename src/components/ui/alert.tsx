import { AlertCircle, CheckCircle, Info } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'

const variants = {
  default: { Icon: undefined, look: 'border-border bg-card text-card-foreground' },
  destructive: {
    Icon: AlertCircle,
    look: 'border-destructive-border bg-destructive-muted text-destructive-text',
  },
  success: { Icon: CheckCircle, look: 'border-success-border bg-success-muted text-success-text' },
  warning: { Icon: AlertCircle, look: 'border-warning-border bg-warning-muted text-warning-text' },
  info: { Icon: Info, look: 'border-info-border bg-info-muted text-info-text' },
}

/**
 * An inline message with the icon of its variant; an icon before the title replaces it. `destructive` is
 * announced immediately.
 */
export function Alert({
  variant = 'default',
  className,
  children,
  ...props
}: ComponentProps<'div'> & { variant?: keyof typeof variants }) {
  const { Icon, look } = variants[variant]
  return (
    <div
      data-slot="alert"
      role={variant === 'destructive' ? 'alert' : 'status'}
      className={cn(
        'flex items-start gap-2 rounded-lg border px-3 py-2 has-[>div>svg]:[&>svg]:hidden',
        look,
        className,
      )}
      {...props}
    >
      {Icon ? <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" /> : null}
      <div className="min-w-0 flex-1 has-[>svg]:grid has-[>svg]:grid-cols-[auto_minmax(0,1fr)] has-[>svg]:gap-x-2 [&>svg]:row-span-2 [&>svg]:mt-0.5 [&>svg]:size-4">
        {children}
      </div>
    </div>
  )
}

export function AlertTitle({ className, ...props }: ComponentProps<'div'>) {
  return <div data-slot="alert-title" className={cn('font-medium', className)} {...props} />
}

export function AlertDescription({ className, ...props }: ComponentProps<'div'>) {
  return <div data-slot="alert-description" className={cn('text-sm', className)} {...props} />
}

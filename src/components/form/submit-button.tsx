import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#/components/ui/button.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { cn } from '#/lib/cn.ts'

type SubmitButtonProps = {
  pending: boolean
  pendingLabel: ReactNode
  children: ReactNode
  value?: string
} & Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className'>

/**
 * Submits its form. While pending, or before hydration, it shows the pending label at the same width and
 * ignores clicks. Both labels share one grid cell.
 */
export function SubmitButton({ pending, pendingLabel, children, ...button }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      {...button}
      aria-disabled={pending}
      onClick={(event) => pending && event.preventDefault()}
    >
      <span className="grid place-items-center *:col-start-1 *:row-start-1">
        <span className={pending ? 'invisible' : 'in-data-[early=sent]:invisible'}>{children}</span>
        <span
          className={cn('flex items-center gap-2', pending ? '' : 'invisible in-data-[early=sent]:visible')}
          aria-hidden={!pending}
        >
          <Spinner />
          {pendingLabel}
        </span>
      </span>
    </Button>
  )
}

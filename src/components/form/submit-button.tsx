import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#/components/ui/button.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'

type SubmitButtonProps = {
  pending: boolean
  pendingLabel: ReactNode
  children: ReactNode
  value?: string
} & Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className'>

/**
 * Submits its form. While pending, also before hydration, a spinner lies over its label, screen readers get
 * the pending label, and it ignores clicks.
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
          className={pending ? 'grid' : 'invisible grid in-data-[early=sent]:visible'}
          aria-hidden={!pending}
        >
          <Spinner />
          <span className="sr-only">{pendingLabel}</span>
        </span>
      </span>
    </Button>
  )
}

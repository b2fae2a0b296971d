import { useSyncExternalStore } from 'react'
import { Button } from '#/components/ui/button.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import type { MethodButtonProps } from '@plinth/core/feature'
import { useTranslate } from '@plinth/core/texts'
import { readMethod } from './last-method.ts'

const never = () => () => {}

/** The button of a way to sign in, with a hint at its corner if it was the last one used in this browser. */
export function MethodButton({
  method,
  icon,
  isPending,
  isDisabled,
  label,
  onClick,
  children,
}: MethodButtonProps) {
  const t = useTranslate()
  // Undefined until hydrated.
  const isLast = useSyncExternalStore(never, readMethod, () => undefined) === method
  return (
    <Button
      variant="outline"
      aria-label={label}
      aria-description={isLast ? t('sign-in:lastUsed') : undefined}
      aria-disabled={isDisabled}
      className="relative"
      onClick={onClick}
    >
      {isPending ? <Spinner /> : icon}
      {children}
      {isLast ? (
        <span
          aria-hidden="true"
          className="absolute -top-2.5 -right-1.5 rounded-md border border-border bg-card px-1.5 text-[11px] leading-4 font-medium text-muted-foreground dark:bg-secondary"
        >
          {t('sign-in:lastUsed')}
        </span>
      ) : null}
    </Button>
  )
}

import { useSyncExternalStore } from 'react'
import { useTranslate } from '#/core/i18n/react.tsx'
import { readMethod } from './last-method.ts'

const never = () => () => {}

/** The method last used to sign in with this browser; undefined until hydrated. */
export const useLastMethod = (): string | undefined =>
  useSyncExternalStore(never, readMethod, () => undefined)

/** A hint on the corner of a `relative` button. */
export function LastUsed() {
  const t = useTranslate()
  return (
    <span
      aria-hidden="true"
      className="absolute -top-2.5 -right-1.5 rounded-md border border-border bg-card px-1.5 text-[11px] leading-4 font-medium text-muted-foreground dark:bg-secondary"
    >
      {t('sign-in:lastUsed')}
    </span>
  )
}

import { useSyncExternalStore } from 'react'
import { useTranslate } from '#/core/i18n/react.tsx'

function subscribe(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Says that the browser has no connection, for as long as that is so. */
export function OfflineBanner() {
  const t = useTranslate()
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return online ? null : (
    <div role="status" className="border-b border-info-border bg-info-muted px-4 py-2 text-info-text">
      {t('app:offline')}
    </div>
  )
}

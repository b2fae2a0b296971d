import { WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { showToast } from '#/components/toast.ts'
import { Button } from '#/components/ui/button.tsx'
import { pageFetch } from '@plinth/core/client'
import { useTranslate } from '@plinth/core/texts'

/**
 * Shown while the browser is offline. Browsers can be wrong about that: when a retry reaches the server, an
 * `online` event resumes pending work.
 */
export function OfflineBanner() {
  const t = useTranslate()
  const [isOffline, setOffline] = useState(false)
  const [isRetrying, setRetrying] = useState(false)
  useEffect(() => {
    const update = (event?: Event) => setOffline(event ? event.type === 'offline' : !navigator.onLine)
    update()
    addEventListener('online', update)
    addEventListener('offline', update)
    return () => {
      removeEventListener('online', update)
      removeEventListener('offline', update)
    }
  }, [])

  async function retry() {
    if (isRetrying) return
    setRetrying(true)
    const answer = await pageFetch('/api/auth/get-session').catch(() => undefined)
    setRetrying(false)
    if (!answer?.ok) return showToast('error', t('errors:offline'))
    // The focused button is removed.
    document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
    dispatchEvent(new Event('online'))
  }

  return isOffline ? (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-warning-border bg-warning-muted px-4 py-2 text-warning-text"
    >
      <WifiOff className="size-4 shrink-0" aria-hidden="true" />
      <span className="min-w-56 flex-1">{t('app:offline')}</span>
      <Button
        variant="ghost"
        size="sm"
        className="hover:bg-warning-border/30"
        aria-disabled={isRetrying}
        onClick={() => void retry()}
      >
        {isRetrying ? t('app:error.retrying') : t('app:error.retry')}
      </Button>
    </div>
  ) : null
}

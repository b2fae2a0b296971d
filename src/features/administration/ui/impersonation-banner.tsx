import { useState } from 'react'
import { showToast } from '#/components/toast.ts'
import { Button } from '#/components/ui/button.tsx'
import { requestAuth } from '@plinth/core/auth'
import type { Viewer } from '@plinth/core/access'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'

/** Says which user the admin impersonates, and ends the impersonation. */
export function ImpersonationBanner({ viewer }: { viewer: Viewer }) {
  const t = useTranslate()
  const [isLeaving, setLeaving] = useState(false)

  async function stop() {
    if (isLeaving) return
    setLeaving(true)
    const { refused, answer } = await requestAuth<{ isSignedIn: boolean }>('/admin/stop-impersonating', {
      body: {},
    })
    // The session is the admin's own again, or over, so this is a full navigation.
    if (answer) return location.assign(answer.isSignedIn ? '/dashboard/admin/users' : '/login')
    setLeaving(false)
    await showToast('error', t('administration:shell.impersonation.failed'), {
      reason: t(refused.code as TranslationKey, refused.params),
    })
  }
  return (
    <section
      aria-label={t('administration:shell.impersonation.label')}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-destructive-border bg-destructive-muted px-4 py-2 text-destructive-text"
    >
      <p className="min-w-0 wrap-anywhere">
        {t('administration:shell.impersonation.text', { name: viewer.name, email: viewer.email })}
      </p>
      <Button variant="outline" size="sm" aria-disabled={isLeaving} onClick={() => void stop()}>
        {isLeaving
          ? t('administration:shell.impersonation.stopping')
          : t('administration:shell.impersonation.stop')}
      </Button>
    </section>
  )
}

import { useState } from 'react'
import { showToast } from '#/components/toast.ts'
import { requestAuth } from '#/core/auth/auth-request.ts'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { setPageLeaving } from '../leave-page.ts'
import { tellOtherTabs } from '../query-client/workspace-tabs.ts'

/** Ends the session and goes to the sign-in page. An error is shown as a toast. */
export function useSignOut() {
  const t = useTranslate()
  const [leaving, setLeaving] = useState(false)

  async function signOut() {
    if (leaving) return
    setLeaving(true)
    setPageLeaving(true)
    const { refused: error } = await requestAuth('/sign-out', { body: {} })
    // A full navigation: no data of the session stays in memory.
    if (!error || error.code === 'errors:signInFirst') {
      tellOtherTabs()
      return location.assign('/login')
    }
    setLeaving(false)
    setPageLeaving(false)
    await showToast('error', t(error.code as TranslationKey, error.params))
  }
  return { signOut, leaving }
}

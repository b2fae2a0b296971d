import { useState } from 'react'
import { showToast } from '#/components/toast.ts'
import { requestAuth } from '#/core/auth/auth-request.ts'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { setPageLeaving } from '../leave-page.ts'
import { tellOtherTabs } from '../query-client/workspace-tabs.ts'

/** Ends the session and leaves for the sign-in page; a refusal is said in a toast. */
export function useSignOut() {
  const t = useTranslate()
  const [leaving, setLeaving] = useState(false)

  async function signOut() {
    if (leaving) return
    setLeaving(true)
    setPageLeaving(true)
    const { refused } = await requestAuth('/sign-out', { body: {} })
    // A whole navigation: nothing the session has loaded stays in memory.
    if (!refused || refused.code === 'errors:signInFirst') {
      tellOtherTabs()
      return location.assign('/login')
    }
    setLeaving(false)
    setPageLeaving(false)
    await showToast('error', t(refused.code as TranslationKey, refused.params))
  }
  return { signOut, leaving }
}

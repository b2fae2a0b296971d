import { useState } from 'react'
import { showToast } from '#/components/toast.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { postToAuth } from '#/features/sign-in/index.ts'

/** Ends the session and leaves for the sign-in page; a refusal is said in a toast. */
export function useSignOut() {
  const t = useTranslate()
  const [leaving, setLeaving] = useState(false)

  async function signOut() {
    if (leaving) return
    setLeaving(true)
    const { refused } = await postToAuth('/sign-out', {})
    // A whole navigation: nothing the session has loaded stays in memory.
    if (!refused) return location.assign('/login')
    setLeaving(false)
    await showToast('error', t(refused.code, refused.params))
  }
  return { signOut, leaving }
}

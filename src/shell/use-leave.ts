import { useState } from 'react'
import { showToast } from '#/components/toast.ts'
import { requestAuth } from '@plinth/core/auth'
import type { LeavePage } from '@plinth/core/feature'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import { setPageLeaving } from './leave-page.ts'
import { tellOtherTabs } from './query-client/workspace-tabs.ts'

/**
 * Changes or ends the session with an endpoint under /api/auth and leaves the page. An error is shown as a
 * toast.
 */
export function useLeave() {
  const t = useTranslate()
  const [leaving, setLeaving] = useState(false)

  const leave: LeavePage = async (path, { body = {}, to }) => {
    if (leaving) return
    setLeaving(true)
    setPageLeaving(true)
    const { refused: error } = await requestAuth(path, { body })
    // A full navigation: no data of the session stays in memory.
    if (!error || error.code === 'errors:signInFirst') {
      tellOtherTabs()
      return location.assign(to)
    }
    setLeaving(false)
    setPageLeaving(false)
    await showToast('error', t(error.code as TranslationKey, error.params))
  }
  const signOut = () => leave('/sign-out', { to: '/login' })
  return { leave, signOut, leaving }
}

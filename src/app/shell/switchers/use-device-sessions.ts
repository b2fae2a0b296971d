import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showToast } from '#/components/toast.ts'
import { requestAuth } from '#/core/auth/auth-request.ts'
import { readAuth } from '#/core/auth/read-auth.ts'
import type { Viewer } from '#/core/auth/viewer.ts'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { setPageLeaving } from '../leave-page.ts'
import { tellOtherTabs } from '../query-client/workspace-tabs.ts'

export type BrowserAccount = {
  /** Identifies the account's session, but signs nobody in. */
  handle: string
  userId: string
  name: string
  email: string
  image: string | null
}

type Listed = {
  session: { token: string }
  user: { id: string; name: string; email: string; image?: string | null }
}

/**
 * The other accounts of this browser that are signed in, fetched once `isWanted`: most users have one. Every
 * switch is a full navigation, so that no data of one user is left for another.
 */
export function useBrowserAccounts({ actor }: Viewer, isWanted: boolean) {
  const t = useTranslate()
  const [isLeaving, setLeaving] = useState(false)
  const { data: accounts = [] } = useQuery({
    queryKey: ['browser-accounts'],
    queryFn: ({ signal }) => readAuth<Listed[]>('/multi-session/list-device-sessions', signal),
    select: (listed) => listed.map(accountOf),
    enabled: isWanted && actor.impersonatedBy === null,
  })

  async function leave(path: string, body: object, to: string) {
    if (isLeaving) return
    setLeaving(true)
    setPageLeaving(true)
    const { refused: error } = await requestAuth(path, { body })
    if (!error || error.code === 'errors:signInFirst') {
      tellOtherTabs()
      return location.assign(to)
    }
    setLeaving(false)
    setPageLeaving(false)
    await showToast('error', t(error.code as TranslationKey, error.params))
  }

  const own = accounts.find(({ userId }) => userId === actor.userId)
  return {
    others: accounts.filter(({ userId }) => userId !== actor.userId),
    /** Not while impersonating. */
    canAdd: actor.impersonatedBy === null,
    switchTo: ({ handle }: BrowserAccount) =>
      leave('/multi-session/set-active', { sessionToken: handle }, '/dashboard'),
    /** Undefined until the accounts are loaded. */
    signOutOfOne: own && (() => leave('/multi-session/revoke', { sessionToken: own.handle }, '/dashboard')),
    signOutOfAll: () => leave('/sign-out', {}, '/login'),
    isLeaving,
  }
}

const accountOf = ({ session, user }: Listed): BrowserAccount => ({
  handle: session.token,
  userId: user.id,
  name: user.name,
  email: user.email,
  image: user.image ?? null,
})

/**
 * Goes to the sign-in page for another account. A full navigation, because loaded data belongs to this one.
 */
export const addAccount = () => location.assign('/login?add=1')

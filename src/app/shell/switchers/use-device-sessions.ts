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
  /** Names the account's session; signs nobody in. */
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
 * The further accounts that are signed in in this browser, and the ways between them. Asked for once they are
 * wanted: most people have one. Every change loads the page anew, so that nothing one person's session has
 * loaded is there for another.
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
    const { refused } = await requestAuth(path, { body })
    if (!refused || refused.code === 'errors:signInFirst') {
      tellOtherTabs()
      return location.assign(to)
    }
    setLeaving(false)
    setPageLeaving(false)
    await showToast('error', t(refused.code as TranslationKey, refused.params))
  }

  const own = accounts.find(({ userId }) => userId === actor.userId)
  return {
    others: accounts.filter(({ userId }) => userId !== actor.userId),
    /** Not while an admin borrows somebody's session. */
    canAdd: actor.impersonatedBy === null,
    switchTo: ({ handle }: BrowserAccount) =>
      leave('/multi-session/set-active', { sessionToken: handle }, '/dashboard'),
    /** Undefined until it is known which of the accounts this one is. */
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

/** Where a further account is signed in; a whole navigation, for what is loaded belongs to this one. */
export const addAccount = () => location.assign('/login?add=1')

import { useQuery } from '@tanstack/react-query'
import { readAuth } from '@plinth/core/auth'
import type { Viewer } from '@plinth/core/access'
import type { LeavePage } from '@plinth/core/feature'

type BrowserAccount = {
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
export function useBrowserAccounts(
  { actor }: Viewer,
  { isWanted, leave }: { isWanted: boolean; leave: LeavePage },
) {
  const { data: accounts = [] } = useQuery({
    queryKey: ['browser-accounts'],
    queryFn: ({ signal }) => readAuth<Listed[]>('/multi-session/list-device-sessions', { signal }),
    select: (listed) => listed.map(accountOf),
    enabled: isWanted && actor.impersonatedBy === null,
  })
  const own = accounts.find(({ userId }) => userId === actor.userId)
  const leaveWith = (action: 'set-active' | 'revoke', { handle }: BrowserAccount) =>
    leave(`/multi-session/${action}`, { body: { sessionToken: handle }, to: '/dashboard' })
  return {
    others: accounts.filter(({ userId }) => userId !== actor.userId),
    /** Not while impersonating. */
    canAdd: actor.impersonatedBy === null,
    switchTo: (account: BrowserAccount) => leaveWith('set-active', account),
    /** Undefined until the accounts are loaded. */
    signOutOfOne: own && (() => leaveWith('revoke', own)),
    signOutOfAll: () => leave('/sign-out', { to: '/login' }),
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

import { createServerFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'
import {
  isResetLinkOpen,
  readCookies,
  readDeletionOfLink,
  readSessionEnd,
  readVerification,
} from '@plinth/core/auth/server'
import { getServices, guardedFunction, signedInOf } from '@plinth/core/app/server'

const readText = (input: unknown) => (typeof input === 'string' ? input.slice(0, 200) : '')

/** What the page of a link that verifies or changes an address shows. */
export const readVerificationLink = createServerFn({ method: 'GET' })
  .validator((input: unknown) => (typeof input === 'string' ? input.slice(0, 4000) : ''))
  .handler(
    guardedFunction('public', async ({ data: token }: { data: string }) => {
      const { db, secret } = await getServices()
      const { actor } = await signedInOf(getRequest().headers)
      return readVerification(db, { token, secret, actor })
    }),
  )

/** Why the session ended whose cookie this browser still has; null if its user knows. */
export const readSessionEnded = createServerFn({ method: 'GET' }).handler(
  guardedFunction('public', async () => {
    const { db, env, secret } = await getServices()
    const cookies = readCookies(getRequest().headers.get('cookie'), { secret, appUrl: env.APP_URL })
    const token = cookies.get('session')
    return (token === undefined ? undefined : await readSessionEnd(db, token)) ?? null
  }),
)

/** Whether a reset link can still be used. */
export const readResetLinkOpen = createServerFn({ method: 'GET' })
  .validator(readText)
  .handler(
    guardedFunction('public', async ({ data }: { data: string }) =>
      isResetLinkOpen((await getServices()).db, data),
    ),
  )

/** Whose deletion a link cancels, and when it is due; null if none. */
export const readDeletionByLink = createServerFn({ method: 'GET' })
  .validator(readText)
  .handler(
    guardedFunction('public', async ({ data }: { data: string }) =>
      readDeletionOfLink((await getServices()).db, data),
    ),
  )

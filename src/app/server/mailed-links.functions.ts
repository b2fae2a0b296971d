import { createServerFn } from '@tanstack/react-start'
import { isAccountVerified, isResetLinkOpen, readDeletionOfLink } from '#/core/auth/mailed-link.server.ts'
import { guardedFunction } from './guarded.server.ts'
import { getServices } from './services.server.ts'

const readText = (input: unknown) => (typeof input === 'string' ? input.slice(0, 200) : '')

/** Whether the account of a verification link has a verified email address. */
export const readAccountVerified = createServerFn({ method: 'GET' })
  .validator(readText)
  .handler(
    guardedFunction('public', async ({ data }: { data: string }) => {
      const { db, secret } = await getServices()
      return isAccountVerified(db, data, secret)
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

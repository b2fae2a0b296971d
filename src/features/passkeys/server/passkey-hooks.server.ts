import { and, eq } from 'drizzle-orm'
import type { SignedInActor } from '@plinth/core/access'
import { AppError, writeAudit } from '@plinth/core/verb/server'
import { deleteSessions, lockForCredential, openHook, userHook } from '@plinth/core/auth/server'
import { type Transaction, session } from '@plinth/core/database/server'
import { mailUser } from '@plinth/core/mail/server'
import {
  authenticateOptionsQuery,
  authenticationBody,
  registerOptionsQuery,
  registrationBody,
} from '../passkeys.schema.ts'
import { passkey } from './passkeys.table.server.ts'

const PASSKEYS_PER_USER = 20

type Passkey = typeof passkey.$inferSelect

/** The fields of a passkey that its user may see. */
function shown({ id, name, deviceType, backedUp, transports, createdAt, aaguid }: Passkey) {
  return { id, name, deviceType, backedUp, transports, createdAt, aaguid }
}

export const onRegisterOptions = userHook({ query: registerOptionsQuery }, async ({ tx, actor }) => {
  await lockForCredential(tx, actor)
  await refuseWhenMany(tx, actor)
  return {}
})

export const onRegister = userHook({ body: registrationBody }, async ({ tx, actor, body }) => {
  await lockForCredential(tx, actor)
  await refuseWhenMany(tx, actor)
  // Two accounts can't share a credential.
  if ((await tx.$count(passkey, eq(passkey.credentialID, body.response.id))) > 0)
    throw new AppError('conflict', 'passkeys:errors.known')
  return {
    after: async (answer) => {
      const added = answer as Passkey
      const target = { type: 'user', id: actor.userId }
      await writeAudit(tx, actor, { action: 'passkey.add', target, details: { passkeyId: added.id } })
      await mailUser(tx, actor.userId, {
        template: 'securityChange',
        params: { change: 'passkeys:mails.added' },
      })
      return shown(added)
    },
  }
})

async function refuseWhenMany(tx: Transaction, { userId }: SignedInActor): Promise<void> {
  if ((await tx.$count(passkey, eq(passkey.userId, userId))) < PASSKEYS_PER_USER) return
  throw new AppError('conflict', 'passkeys:errors.tooMany', { max: PASSKEYS_PER_USER })
}

/**
 * Requires user verification, which Better Auth only prefers. Sign-in accepts any passkey for this site, so
 * that another account can be added; re-authentication only the user's own.
 */
export const onAuthenticateOptions = openHook({ query: authenticateOptionsQuery }, async ({ query }) => ({
  query: {},
  after: async (answer) => {
    const { allowCredentials, ...options } = answer as { allowCredentials?: unknown }
    return {
      ...options,
      userVerification: 'required',
      ...(query.reauthenticate && allowCredentials ? { allowCredentials } : {}),
    }
  },
}))

/**
 * Signs in, or with `reauthenticate` re-authenticates the user of this session: only their own passkeys are
 * accepted, and a new session in the same workspace replaces this one.
 */
export const onAuthenticate = openHook({ body: authenticationBody }, async ({ tx, actor, body }) => {
  const forward = { response: body.response }
  if (body.reauthenticate !== true) return { body: forward }
  if (actor.kind !== 'user') throw new AppError('unauthenticated', 'errors:signInFirst')
  if (actor.impersonatedBy !== null) throw new AppError('forbidden', 'errors:forbidden')
  const own = and(eq(passkey.credentialID, body.response.id), eq(passkey.userId, actor.userId))
  if ((await tx.$count(passkey, own)) === 0) throw new AppError('forbidden', 'passkeys:errors.ofAnother')
  return {
    body: forward,
    after: async (answer) => {
      const { session: renewed } = answer as { session: { id: string } }
      await tx
        .update(session)
        .set({ activeOrganizationId: actor.workspace.organizationId })
        .where(eq(session.id, renewed.id))
      await deleteSessions(tx, eq(session.id, actor.sessionId))
      await writeAudit(tx, actor, {
        action: 'session.reauthenticate',
        target: { type: 'user', id: actor.userId },
        details: { by: 'passkey' },
      })
      return answer
    },
  }
})

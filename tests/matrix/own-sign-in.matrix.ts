import { eq } from 'drizzle-orm'
import { account, session } from '#/core/identity/identity.table.server.ts'
import { createId } from '#/lib/create-id.ts'
import { createPasskey } from '../support/passkey-rows.ts'
import { createSession } from '../support/factories.ts'
import { publicSettings } from '../support/http/open-app.ts'
import type { Caller, World } from './actors.ts'
import { expectedAnswers } from './table.ts'

const userOf = ({ another }: World, { actor }: Caller) => actor ?? another

/** Adds a Google account and a password. Returns the id of the Google account. */
async function linkTo({ db }: World, userId: string): Promise<string> {
  const id = createId()
  await db.insert(account).values([
    { id, userId, providerId: 'google', accountId: id },
    { id: createId(), userId, providerId: 'credential', accountId: createId(), password: 'a hash' },
  ])
  return id
}

async function sessionOf({ db }: World, actor: World['another']): Promise<string> {
  const { token } = await createSession(db, actor, { secret: publicSettings.BETTER_AUTH_SECRET })
  const [row] = await db.select({ id: session.id }).from(session).where(eq(session.token, token))
  return row?.id ?? ''
}

// Every session here was authenticated recently; tests/http/reauthentication.test.ts covers older ones.

export const rows = expectedAnswers(
  `
  #                                     stranger unverified personal member admin owner foreign appAdmin impersonating banned
  sessions.list                         401      200        200      200    200   200   200     200      200           401
  sessions.revoke (own)                 401      200        200      200    200   200   200     200      403           401
  sessions.revoke (another's)           401      404        404      404    404   404   404     404      403           401
  sessions.revoke (unknown)             401      404        404      404    404   404   404     404      403           401
  sessions.revokeOthers                 401      200        200      200    200   200   200     200      403           401

  passkeys.list                         401      200        200      200    200   200   200     200      200           401
  passkeys.rename (own)                 401      200        200      200    200   200   200     200      403           401
  passkeys.rename (another's)           401      404        404      404    404   404   404     404      403           401
  passkeys.remove (last method)         401      409        409      409    409   409   409     409      403           401
  passkeys.remove (another's)           401      404        404      404    404   404   404     404      403           401

  connections.list                      401      200        200      200    200   200   200     200      200           401
  connections.disconnect (own)          401      200        200      200    200   200   200     200      403           401
  connections.disconnect (another's)    401      404        404      404    404   404   404     404      403           401
  `,
  {
    'sessions.revoke (own)': async (world, caller) => ({
      input: { id: await sessionOf(world, userOf(world, caller)) },
    }),
    "sessions.revoke (another's)": async (world) => ({
      input: { id: await sessionOf(world, world.another) },
    }),
    'sessions.revoke (unknown)': () => ({ input: { id: 'unknown' } }),
    'passkeys.rename (own)': async (world, caller) => ({
      input: { id: await createPasskey(world.db, userOf(world, caller).userId), name: 'Mine' },
    }),
    "passkeys.rename (another's)": async (world) => ({
      input: { id: await createPasskey(world.db, world.another.userId), name: 'Mine' },
    }),
    'passkeys.remove (last method)': async (world, caller) => ({
      input: { id: await createPasskey(world.db, userOf(world, caller).userId) },
    }),
    "passkeys.remove (another's)": async (world) => ({
      input: { id: await createPasskey(world.db, world.another.userId) },
    }),
    'connections.disconnect (own)': async (world, caller) => ({
      input: { id: await linkTo(world, userOf(world, caller).userId) },
    }),
    "connections.disconnect (another's)": async (world) => ({
      input: { id: await linkTo(world, world.another.userId) },
    }),
  },
)

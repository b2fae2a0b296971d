import { account } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import type { Caller, World } from '../../../tests/matrix/actors.ts'
import { expectedAnswers } from '../../../tests/matrix/table.ts'

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

export const settings = { GOOGLE_CLIENT_ID: 'some-client', GOOGLE_CLIENT_SECRET: 'some-secret' }

export const rows = expectedAnswers(
  `
  #                                  stranger unverified personal member admin owner foreign appAdmin impersonating banned
  linkedAccounts.list                401      200        200      200    200   200   200     200      200           401
  linkedAccounts.unlink (own)        401      200        200      200    200   200   200     200      403           401
  linkedAccounts.unlink (another's)  401      404        404      404    404   404   404     404      403           401

  #                              stranger unverified personal member  admin   owner   foreign appAdmin impersonating banned  pending
  POST /api/auth/sign-in/social  200      200        200      200     200     200     200     200      200           200
  GET /api/auth/callback/google  >/login  >/login    >/login  >/login >/login >/login >/login >/login  >/login       >/login >/login
  GET /api/auth/callback/github  >/login  >/login    >/login  >/login >/login >/login >/login >/login  >/login       >/login >/login
  POST /api/auth/link-social     401      403        200      200     200     200     200     200      403           401

  #                                           stranger unverified personal member admin owner foreign appAdmin impersonating banned pending
  GET /login/provider/$provider               404      404        404      404    404   404   404     404      404           404    404
  GET /login/provider/$provider (not set up)  200      200        200      200    200   200   200     200      200           200    200
  `,
  {
    'linkedAccounts.unlink (own)': async (world, caller) => ({
      input: { id: await linkTo(world, userOf(world, caller).userId) },
    }),
    "linkedAccounts.unlink (another's)": async (world) => ({
      input: { id: await linkTo(world, world.another.userId) },
    }),
    'POST /api/auth/sign-in/social': () => ({ body: { provider: 'google', disableRedirect: true } }),
    'POST /api/auth/link-social': () => ({ body: { provider: 'google', disableRedirect: true } }),
    'GET /login/provider/$provider': () => ({ path: '/login/provider/google' }),
    'GET /login/provider/$provider (not set up)': () => ({ path: '/login/provider/github' }),
  },
)

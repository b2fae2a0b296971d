import { passkey } from '#/core/auth/auth.table.server.ts'
import { createId } from '#/lib/create-id.ts'
import type { Asker, World } from './people.ts'
import { expectedAnswers } from './table.ts'

const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: {} }

async function createPasskey({ db }: World, userId: string): Promise<string> {
  const id = createId()
  await db.insert(passkey).values({
    id,
    userId,
    name: 'A key',
    publicKey: 'x',
    credentialID: id,
    counter: 0,
    deviceType: 'singleDevice',
    backedUp: false,
  })
  return id
}
const ownPasskey = (world: World, { actor }: Asker) =>
  createPasskey(world, actor?.userId ?? world.another.userId)

// Nobody here has a password, and every session has just proved itself; what an older proof gets is in
// tests/http/prove-again.test.ts.

export const rows = expectedAnswers(
  `
  #                                                    stranger unverified personal member admin owner foreign appAdmin impersonating banned half
  GET /api/auth/prove/ways                             401      200        200      200    200   200   200     200      200           401    401
  POST /api/auth/prove/password                        401      409        409      409    409   409   409     409      403           401    401
  POST /api/auth/prove/send-code                       401      200        200      200    200   200   200     200      403           401    401
  POST /api/auth/prove/code                            401      400        400      400    400   400   400     400      403           401    401

  GET /api/auth/two-factor/state                       401      200        200      200    200   200   200     200      200           401    401
  POST /api/auth/two-factor/enable                     401      403        200      200    200   200   200     200      403           401    401
  POST /api/auth/two-factor/disable                    401      200        200      200    200   200   200     200      403           401    401
  POST /api/auth/two-factor/generate-backup-codes      401      409        409      409    409   409   409     409      403           401    401
  POST /api/auth/two-factor/verify-totp                401      409        409      409    409   409   409     409      403           401    401
  POST /api/auth/two-factor/send-otp                   401      403        403      403    403   403   403     403      403           401    200
  POST /api/auth/two-factor/verify-otp                 401      403        403      403    403   403   403     403      403           401    400
  POST /api/auth/two-factor/verify-backup-code         401      403        403      403    403   403   403     403      403           401    401

  GET /api/auth/passkey/list-user-passkeys             401      200        200      200    200   200   200     200      200           401    401
  GET /api/auth/passkey/generate-register-options      401      200        200      200    200   200   200     200      403           401    401
  POST /api/auth/passkey/verify-registration           401      400        400      400    400   400   400     400      403           401    401
  POST /api/auth/passkey/update-passkey (own)          401      200        200      200    200   200   200     200      403           401    401
  POST /api/auth/passkey/update-passkey (another's)    401      404        404      404    404   404   404     404      403           401    401
  POST /api/auth/passkey/delete-passkey (last way in)  401      409        409      409    409   409   409     409      403           401    401
  POST /api/auth/passkey/delete-passkey (another's)    401      404        404      404    404   404   404     404      403           401    401
  GET /api/auth/passkey/generate-authenticate-options  200      200        200      200    200   200   200     200      200           200    200
  POST /api/auth/passkey/verify-authentication         400      400        400      400    400   400   400     400      400           400    400

  GET /api/auth/list-sessions                          401      200        200      200    200   200   200     200      200           401    401
  POST /api/auth/revoke-session                        401      404        404      404    404   404   404     404      403           401    401
  POST /api/auth/revoke-other-sessions                 401      200        200      200    200   200   200     200      403           401    401
  POST /api/auth/revoke-sessions                       401      200        200      200    200   200   200     200      403           401    401

  POST /api/auth/change-password                       401      409        409      409    409   409   409     409      403           401    401
  POST /api/auth/change-email                          401      200        200      200    200   200   200     200      403           401    401
  POST /api/auth/update-user                           401      200        200      200    200   200   200     200      403           401    401
  `,
  {
    'POST /api/auth/prove/password': () => ({ body: { password: 'any' } }),
    'POST /api/auth/prove/code': () => ({ body: { code: '123456' } }),
    'POST /api/auth/two-factor/enable': () => ({ body: { method: 'otp' } }),
    'POST /api/auth/two-factor/verify-totp': () => ({ body: { code: '123456' } }),
    'POST /api/auth/two-factor/verify-otp': () => ({ body: { code: '123456' } }),
    'POST /api/auth/two-factor/verify-backup-code': () => ({ body: { code: 'aaaaa-bbbbb' } }),
    'POST /api/auth/passkey/verify-registration': () => ({ body: { response: credential, name: 'A key' } }),
    'POST /api/auth/passkey/update-passkey (own)': async (world, asker) => ({
      body: { id: await ownPasskey(world, asker), name: 'Mine' },
    }),
    "POST /api/auth/passkey/update-passkey (another's)": async (world) => ({
      body: { id: await createPasskey(world, world.another.userId), name: 'Mine' },
    }),
    'POST /api/auth/passkey/delete-passkey (last way in)': async (world, asker) => ({
      body: { id: await ownPasskey(world, asker) },
    }),
    "POST /api/auth/passkey/delete-passkey (another's)": async (world) => ({
      body: { id: await createPasskey(world, world.another.userId) },
    }),
    'POST /api/auth/passkey/verify-authentication': () => ({ body: { response: credential } }),
    'POST /api/auth/revoke-session': () => ({ body: { token: 'unknown' } }),
    'POST /api/auth/change-password': () => ({
      body: { currentPassword: 'any', newPassword: 'fünf blaue Ziegel am Bach' },
    }),
    'POST /api/auth/change-email': () => ({ body: { newEmail: `${createId()}@example.org` } }),
    'POST /api/auth/update-user': () => ({ body: { firstName: 'Eva', lastName: 'Lux' } }),
  },
)

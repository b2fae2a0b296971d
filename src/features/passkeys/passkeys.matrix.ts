import type { Caller, World } from '../../../tests/matrix/actors.ts'
import { expectedAnswers } from '../../../tests/matrix/table.ts'
import { createPasskey } from './tests/create-passkey.ts'

const userOf = ({ another }: World, { actor }: Caller) => actor ?? another
const own = async (world: World, caller: Caller) => createPasskey(world.db, userOf(world, caller).userId)
const another = async (world: World) => createPasskey(world.db, world.another.userId)
const credential = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: {
    clientDataJSON: 'AAAA',
    attestationObject: 'AAAA',
    authenticatorData: 'AAAA',
    signature: 'AAAA',
  },
}

export const rows = expectedAnswers(
  `
  #                              stranger unverified personal member admin owner foreign appAdmin impersonating banned
  passkeys.list                  401      200        200      200    200   200   200     200      200           401
  passkeys.rename (own)          401      200        200      200    200   200   200     200      403           401
  passkeys.rename (another's)    401      404        404      404    404   404   404     404      403           401
  passkeys.remove (last method)  401      409        409      409    409   409   409     409      403           401
  passkeys.remove (another's)    401      404        404      404    404   404   404     404      403           401

  #                                                    stranger unverified personal member admin owner foreign appAdmin impersonating banned pending
  GET /api/auth/passkey/generate-register-options      401      200        200      200    200   200   200     200      403           401    401
  POST /api/auth/passkey/verify-registration           401      400        400      400    400   400   400     400      403           401    401
  GET /api/auth/passkey/generate-authenticate-options  200      200        200      200    200   200   200     200      200           200    200
  POST /api/auth/passkey/verify-authentication         400      400        400      400    400   400   400     400      400           400    400
  `,
  {
    'passkeys.rename (own)': async (world, caller) => ({
      input: { id: await own(world, caller), name: 'Mine' },
    }),
    "passkeys.rename (another's)": async (world) => ({ input: { id: await another(world), name: 'Mine' } }),
    'passkeys.remove (last method)': async (world, caller) => ({ input: { id: await own(world, caller) } }),
    "passkeys.remove (another's)": async (world) => ({ input: { id: await another(world) } }),
    'POST /api/auth/passkey/verify-registration': () => ({ body: { response: credential, name: 'A key' } }),
    'POST /api/auth/passkey/verify-authentication': () => ({ body: { response: credential } }),
  },
)

import type { Caller, World } from '../../../tests/matrix/actors.ts'
import { expectedAnswers } from '../../../tests/matrix/table.ts'
import { createConnection } from './tests/create-connection.ts'

const userOf = ({ another }: World, { actor }: Caller) => actor ?? another
const request = Buffer.from('client_id=unknown').toString('base64url')

export const rows = expectedAnswers(
  `
  #                                      stranger unverified personal member admin owner foreign appAdmin impersonating banned
  connectedApps.list                     401      200        200      200    200   200   200     200      200           401
  connectedApps.request (unknown)        401      400        400      400    400   400   400     400      400           401
  connectedApps.disconnect (own)         401      200        200      200    200   200   200     200      403           401
  connectedApps.disconnect (another's)   401      404        404      404    404   404   404     404      403           401

  GET /connect                           200      200        200      200    200   200   200     200      200           200
  # From there, a pending second factor goes to its page.
  GET /connect (with a request)          >/login  200        200      200    200   200   200     200      200           >/login >/login
  GET /.well-known/oauth-authorization-server/api/auth  200  200  200 200    200   200   200     200      200           200

  # Who asks is known with the request: tests/connections.test.ts.
  GET /api/auth/oauth2/authorize         400      400        400      400    400   400   400     400      400           400
  #                                      stranger unverified personal member admin owner foreign appAdmin impersonating banned pending
  POST /api/auth/oauth2/consent          401      400        400      400    400   400   400     400      403           401    401
  POST /api/auth/oauth2/register         400      400        400      400    400   400   400     400      400           400    400
  POST /api/auth/oauth2/token            400      400        400      400    400   400   400     400      400           400    400
  POST /api/auth/oauth2/revoke           400      400        400      400    400   400   400     400      400           400    400
  `,
  {
    'connectedApps.request (unknown)': () => ({ input: { request } }),
    'connectedApps.disconnect (own)': async (world, caller) => ({
      input: { id: (await createConnection(world.db, userOf(world, caller))).id },
    }),
    "connectedApps.disconnect (another's)": async (world) => ({
      input: { id: (await createConnection(world.db, world.another)).id },
    }),
    'GET /connect (with a request)': () => ({ path: `/connect?request=${request}` }),
    'POST /api/auth/oauth2/consent': () => ({ body: { accept: true, mayWrite: false, request } }),
  },
)

import type { Caller, World } from '../../../tests/matrix/actors.ts'
import { expectedAnswers } from '../../../tests/matrix/table.ts'
import { createApiKey } from './tests/create-api-key.ts'

const userOf = ({ another }: World, { actor }: Caller) => actor ?? another

export const rows = expectedAnswers(
  `
  #                               stranger unverified personal member admin owner foreign appAdmin impersonating banned
  apiKeys.list                    401      200        200      200    200   200   200     200      200           401
  apiKeys.reference               401      200        200      200    200   200   200     200      200           401
  apiKeys.create (unknown scope)  401      400        400      400    400   400   400     400      403           401
  apiKeys.revoke (own)            401      200        200      200    200   200   200     200      403           401
  apiKeys.revoke (another's)      401      404        404      404    404   404   404     404      403           401

  GET /dashboard/api              >/login  200        200      200    200   200   200     200      200           >/login
  GET /api/openapi.json           200      200        200      200    200   200   200     200      200           200
  GET /.well-known/oauth-protected-resource/api/mcp  200  200  200  200  200  200  200  200  200  200

  # Cookies mean nothing here: tests/keys.test.ts asks with keys.
  GET /api/v1/$                   401      401        401      401    401   401   401     401      401           401
  POST /api/v1/$                  401      401        401      401    401   401   401     401      401           401
  PATCH /api/v1/$                 401      401        401      401    401   401   401     401      401           401
  PUT /api/v1/$                   401      401        401      401    401   401   401     401      401           401
  DELETE /api/v1/$                401      401        401      401    401   401   401     401      401           401
  POST /api/mcp                   401      401        401      401    401   401   401     401      401           401
  `,
  {
    'apiKeys.create (unknown scope)': () => ({ input: { name: 'Import', scopes: ['nothing:read'] } }),
    'apiKeys.revoke (own)': async (world, caller) => ({
      input: { id: (await createApiKey(world.db, userOf(world, caller))).id },
    }),
    "apiKeys.revoke (another's)": async (world) => ({
      input: { id: (await createApiKey(world.db, world.another)).id },
    }),
    ...Object.fromEntries(
      ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'].map((method) => [
        `${method} /api/v1/$`,
        () => ({ path: '/api/v1/anything' }),
      ]),
    ),
  },
)

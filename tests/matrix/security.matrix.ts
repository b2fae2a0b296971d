import { createId } from '#/lib/create-id.ts'
import { expectedAnswers } from './table.ts'

const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: {} }

// Nobody here has a password, and every session was authenticated recently;
// tests/http/reauthentication.test.ts covers older ones.

export const rows = expectedAnswers(
  `
  #                                                    stranger unverified personal member admin owner foreign appAdmin impersonating banned pending
  GET /api/auth/reauthenticate/methods                             401      200        200      200    200   200   200     200      200           401    401
  POST /api/auth/reauthenticate/password                        401      409        409      409    409   409   409     409      403           401    401
  POST /api/auth/reauthenticate/send-code                       401      200        200      200    200   200   200     200      403           401    401
  POST /api/auth/reauthenticate/code                            401      400        400      400    400   400   400     400      403           401    401

  GET /api/auth/two-factor/state                       401      200        200      200    200   200   200     200      200           401    401
  POST /api/auth/two-factor/enable                     401      403        200      200    200   200   200     200      403           401    401
  POST /api/auth/two-factor/disable                    401      200        200      200    200   200   200     200      403           401    401
  POST /api/auth/two-factor/generate-backup-codes      401      409        409      409    409   409   409     409      403           401    401
  POST /api/auth/two-factor/verify-totp                401      409        409      409    409   409   409     409      403           401    401
  POST /api/auth/two-factor/send-otp                   401      403        403      403    403   403   403     403      403           401    200
  POST /api/auth/two-factor/verify-otp                 401      403        403      403    403   403   403     403      403           401    400
  POST /api/auth/two-factor/verify-backup-code         401      403        403      403    403   403   403     403      403           401    401

  GET /api/auth/passkey/generate-register-options      401      200        200      200    200   200   200     200      403           401    401
  POST /api/auth/passkey/verify-registration           401      400        400      400    400   400   400     400      403           401    401
  GET /api/auth/passkey/generate-authenticate-options  200      200        200      200    200   200   200     200      200           200    200
  POST /api/auth/passkey/verify-authentication         400      400        400      400    400   400   400     400      400           400    400

  POST /api/auth/change-password                       401      409        409      409    409   409   409     409      403           401    401
  POST /api/auth/change-email                          401      200        200      200    200   200   200     200      403           401    401
  POST /api/auth/update-user                           401      200        200      200    200   200   200     200      403           401    401
  `,
  {
    'POST /api/auth/reauthenticate/password': () => ({ body: { password: 'any' } }),
    'POST /api/auth/reauthenticate/code': () => ({ body: { code: '123456' } }),
    'POST /api/auth/two-factor/enable': () => ({ body: { method: 'otp' } }),
    'POST /api/auth/two-factor/verify-totp': () => ({ body: { code: '123456' } }),
    'POST /api/auth/two-factor/verify-otp': () => ({ body: { code: '123456' } }),
    'POST /api/auth/two-factor/verify-backup-code': () => ({ body: { code: 'aaaaa-bbbbb' } }),
    'POST /api/auth/passkey/verify-registration': () => ({ body: { response: credential, name: 'A key' } }),
    'POST /api/auth/passkey/verify-authentication': () => ({ body: { response: credential } }),
    'POST /api/auth/change-password': () => ({
      body: { currentPassword: 'any', newPassword: 'fünf blaue Ziegel am Bach' },
    }),
    'POST /api/auth/change-email': () => ({ body: { newEmail: `${createId()}@example.org` } }),
    'POST /api/auth/update-user': () => ({ body: { firstName: 'Eva', lastName: 'Lux' } }),
  },
)

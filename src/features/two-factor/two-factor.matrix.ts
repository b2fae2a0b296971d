import { expectedAnswers } from '../../../tests/matrix/table.ts'

// Nobody here has a password, and every session was authenticated recently. The pages are for users with a
// pending second factor; the one in the last column has no authenticator app, so there is nothing to choose.

export const rows = expectedAnswers(
  `
  #                                                stranger unverified personal member admin owner foreign appAdmin impersonating banned pending
  GET /api/auth/two-factor/state                   401      200        200      200    200   200   200     200      200           401    401
  POST /api/auth/two-factor/enable                 401      403        200      200    200   200   200     200      403           401    401
  POST /api/auth/two-factor/disable                401      200        200      200    200   200   200     200      403           401    401
  POST /api/auth/two-factor/generate-backup-codes  401      409        409      409    409   409   409     409      403           401    401
  POST /api/auth/two-factor/verify-totp            401      409        409      409    409   409   409     409      403           401    401
  POST /api/auth/two-factor/send-otp               401      403        403      403    403   403   403     403      403           401    200
  POST /api/auth/two-factor/verify-otp             401      403        403      403    403   403   403     403      403           401    400
  POST /api/auth/two-factor/verify-backup-code     401      403        403      403    403   403   403     403      403           401    401

  #                                    stranger unverified  personal    member      admin       owner       foreign     appAdmin    impersonating banned  pending
  GET /two-factor                      >/login  >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard   >/login >/two-factor/otp
  GET /two-factor (for a backup code)  >/login  >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard   >/login 200
  GET /two-factor (with a redirect)    >/login  >/after     >/after     >/after     >/after     >/after     >/after     >/after     >/after       >/login >/two-factor/otp
  GET /two-factor/otp                  >/login  >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard   >/login 200
  `,
  {
    'POST /api/auth/two-factor/enable': () => ({ body: { method: 'otp' } }),
    'POST /api/auth/two-factor/verify-totp': () => ({ body: { code: '123456' } }),
    'POST /api/auth/two-factor/verify-otp': () => ({ body: { code: '123456' } }),
    'POST /api/auth/two-factor/verify-backup-code': () => ({ body: { code: 'aaaaa-bbbbb' } }),
    'GET /two-factor (for a backup code)': () => ({ path: '/two-factor?method=backupCode' }),
    'GET /two-factor (with a redirect)': () => ({ path: '/two-factor?redirect=/after' }),
  },
)

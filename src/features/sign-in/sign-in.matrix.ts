import { createId } from '@plinth/core/schema'
import { PASSWORD } from '@plinth/testing/http/open-app.ts'
import { expectedAnswers } from '../../../tests/matrix/table.ts'

const newEmail = () => `${createId()}@example.org`

// For sign-in, sign-up and mail requests, the data sent counts, not the session it is sent with.

export const rows = expectedAnswers(
  `
  #                                                stranger unverified personal member admin owner foreign appAdmin impersonating banned
  POST /api/auth/sign-up/email                     200      200        200      200    200   200   200     200      200           200
  POST /api/auth/sign-in/email                     200      200        200      200    200   200   200     200      200           200
  POST /api/auth/sign-in/email (wrong password)    401      401        401      401    401   401   401     401      401           401
  POST /api/auth/sign-out                          200      200        200      200    200   200   200     200      200           200
  GET /api/auth/get-session                        200      200        200      200    200   200   200     200      200           200
  POST /api/auth/verify-email (made-up token)      400      400        400      400    400   400   400     400      400           400
  POST /api/auth/verify-email/code                 401      400        200      200    200   200   200     200      403           401
  POST /api/auth/send-verification-email           200      400        400      400    400   400   400     400      400           200
  POST /api/auth/request-password-reset            200      200        200      200    200   200   200     200      200           200
  POST /api/auth/reset-password (made-up token)    400      400        400      400    400   400   400     400      400           400
  GET /api/auth/ok                                 200      200        200      200    200   200   200     200      200           200

  #                                                stranger    unverified  personal    member      admin       owner       foreign     appAdmin    impersonating banned
  GET /login                                       200         >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard   200
  GET /login (with a redirect)                     200         >/after     >/after     >/after     >/after     >/after     >/after     >/after     >/after       200
  GET /register                                    200         >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard   200
  GET /forgot-password                             200         200         200         200         200         200         200         200         200           200
  GET /reset-password                              200         200         200         200         200         200         200         200         200           200
  GET /verify-email                                200         200         200         200         200         200         200         200         200           200
  readVerificationLink()                           200         200         200         200         200         200         200         200         200           200
  readSessionEnded()                               200         200         200         200         200         200         200         200         200           200
  readResetLinkOpen()                              200         200         200         200         200         200         200         200         200           200
  readDeletionByLink()                             200         200         200         200         200         200         200         200         200           200
  `,
  {
    'POST /api/auth/sign-up/email': () => ({
      body: { firstName: 'Eva', lastName: 'Lux', email: newEmail(), password: PASSWORD },
    }),
    'POST /api/auth/sign-in/email': () => ({ body: { email: 'ada@example.com', password: PASSWORD } }),
    'POST /api/auth/sign-in/email (wrong password)': () => ({
      body: { email: newEmail(), password: 'not the password' },
    }),
    'GET /login (with a redirect)': () => ({ path: '/login?redirect=/after' }),
    'POST /api/auth/verify-email (made-up token)': () => ({ body: { token: 'made-up' } }),
    'POST /api/auth/verify-email/code': () => ({ body: { code: '123456' } }),
    'POST /api/auth/send-verification-email': () => ({ body: { email: newEmail() } }),
    'POST /api/auth/request-password-reset': () => ({ body: { email: newEmail() } }),
    'POST /api/auth/reset-password (made-up token)': () => ({
      body: { newPassword: 'fünf blaue Ziegel am Bach', token: 'made-up' },
    }),
  },
)

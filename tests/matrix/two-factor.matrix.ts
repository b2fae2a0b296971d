import { expectedAnswers } from './table.ts'

// These pages are for users with a pending second factor. The user in the last column has no authenticator
// app, so there is no method to choose.

export const rows = expectedAnswers(
  `
  #                                            stranger unverified  personal    member      admin       owner       foreign     appAdmin    impersonating banned   pending
  GET /two-factor                              >/login  >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard   >/login  >/two-factor/otp
  GET /two-factor (for a backup code)          >/login  >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard   >/login  200
  GET /two-factor (with a way back)            >/login  >/after     >/after     >/after     >/after     >/after     >/after     >/after     >/after       >/login  >/two-factor/otp
  GET /two-factor/otp                          >/login  >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard   >/login  200
  GET /login/provider/$provider                404      404         404         404         404         404         404         404         404           404      404
  GET /login/provider/$provider (not set up)   200      200         200         200         200         200         200         200         200           200      200
  `,
  {
    'GET /two-factor (for a backup code)': () => ({ path: '/two-factor?method=backupCode' }),
    'GET /two-factor (with a way back)': () => ({ path: '/two-factor?redirect=/after' }),
    'GET /login/provider/$provider': () => ({ path: '/login/provider/google' }),
    'GET /login/provider/$provider (not set up)': () => ({ path: '/login/provider/github' }),
  },
)

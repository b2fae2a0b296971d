import { expectedAnswers } from './table.ts'

// What src/app/pages shows: parts of several features.

export const rows = expectedAnswers(`
  #                                 stranger unverified personal member admin owner foreign appAdmin impersonating banned
  overview.read                     401      200        200      200    200   200   200     200      200           401

  GET /dashboard                    >/login  200        200      200    200   200   200     200      200           >/login
  GET /dashboard/settings           >/login  200        200      200    200   200   200     200      200           >/login
  GET /dashboard/settings-enhanced  >/login  200        200      200    200   200   200     200      200           >/login
`)

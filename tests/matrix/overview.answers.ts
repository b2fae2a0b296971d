import { expectedAnswers } from './table.ts'

export const rows = expectedAnswers(`
  #                  stranger  unverified personal member admin owner foreign appAdmin impersonating banned
  overview.read      401       200        200      200    200   200   200     200      200           401
`)

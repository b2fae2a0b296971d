import { expectedAnswers } from './table.ts'

export const rows = expectedAnswers(`
  #                  stranger  unverified personal member admin owner foreign appAdmin impersonating banned
  overview.steps     401       200        200      200    200   200   200     200      200           401
  overview.activity  401       200        200      200    200   200   200     200      200           401
`)

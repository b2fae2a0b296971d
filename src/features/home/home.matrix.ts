import { expectedAnswers } from '../../../tests/matrix/table.ts'

export const rows = expectedAnswers(`
  #      stranger unverified personal member admin owner foreign appAdmin impersonating banned
  GET /  200      200        200      200    200   200   200     200      200           200
`)

import { expectedAnswers } from '../../../tests/matrix/table.ts'

export const rows = expectedAnswers(`
  #                 stranger unverified personal member admin owner foreign appAdmin impersonating banned
  GET /dev/mailbox  200      200        200      200    200   200   200     200      200           200
  readMailbox()     200      200        200      200    200   200   200     200      200           200
`)

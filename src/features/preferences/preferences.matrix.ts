import { expectedAnswers } from '../../../tests/matrix/table.ts'

export const rows = expectedAnswers(
  `
  #                                   stranger  unverified personal member admin owner foreign appAdmin impersonating banned
  preferences.mails                   401       200        200      200    200   200   200     200      200           401
  preferences.setDisplay              401       200        200      200    200   200   200     200      403           401
  preferences.setMail                 401       200        200      200    200   200   200     200      403           401
  `,
  {
    'preferences.setDisplay': () => ({ input: { textSize: 'large', contrast: 'system', motion: 'system' } }),
    'preferences.setMail': () => ({ input: { kind: 'newSignIn', isWanted: false } }),
  },
)

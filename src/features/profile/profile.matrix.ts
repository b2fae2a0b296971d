import sharp from 'sharp'
import { expectedAnswers } from '../../../tests/matrix/table.ts'
import { preferred } from '@plinth/testing/languages.ts'

const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()

/** An image as a form sends it. */
function upload(): FormData {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(picture)], 'me.png', { type: 'image/png' }))
  return form
}

export const rows = expectedAnswers(
  `
  #                                   stranger  unverified personal member admin owner foreign appAdmin impersonating banned
  profile.setLanguage                 401       200        200      200    200   200   200     200      403           401
  profile.uploadImage                 401       200        200      200    200   200   200     200      403           401
  profile.removeImage                 401       200        200      200    200   200   200     200      403           401
  `,
  {
    'profile.setLanguage': () => ({ input: { language: preferred('de') } }),
    'profile.uploadImage': () => ({ input: upload() }),
    'profile.removeImage': () => ({}),
  },
)

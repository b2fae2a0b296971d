import type { Picture, Pictures } from '../../screenshots/pictures.ts'
import { totpOf } from '@plinth/testing/totp.ts'

export const pictures: Pictures = {
  async list(app) {
    // A user with an authenticator app who signs in by password only: the second factor stays pending.
    const user = { email: 'dan@example.com', password: app.password }
    const { cookie } = await app.post('/api/auth/sign-in/email', user)
    const { answer } = await app.post('/api/auth/two-factor/enable', { password: app.password }, cookie)
    await app.post(
      '/api/auth/two-factor/verify-totp',
      { code: totpOf((answer as { totpURI: string }).totpURI) },
      cookie,
    )
    const viewer = async () => (await app.post('/api/auth/sign-in/email', user)).cookie
    return [
      { name: 'two-factor', path: '/two-factor/', viewer },
      { name: 'two-factor_otp', path: '/two-factor/otp', viewer },
    ] satisfies Picture[]
  },
}

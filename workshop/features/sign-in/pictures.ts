import { mailedPath, type Pictures } from '../../screenshots/pictures.ts'

export const pictures: Pictures = {
  async setUp({ post, password }) {
    const email = 'ines@example.org'
    await post('/api/auth/sign-up/email', { firstName: 'Ines', lastName: 'García', email, password })
    await post('/api/auth/request-password-reset', { email, redirectTo: '/reset-password' })
  },
  list: async (app) => [
    { name: 'verify-email_expired', path: '/verify-email?token=any', viewer: 'visitor' },
    { name: 'verify-email_link', path: await mailedPath(app, '/verify-email'), viewer: 'visitor' },
    { name: 'reset-password_link', path: await mailedPath(app, '/reset-password'), viewer: 'visitor' },
  ],
}

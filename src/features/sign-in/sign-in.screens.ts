import { mailedPath, type Pictures } from '../../../e2e/support/pictures.ts'
import type { Screens } from '../../../e2e/support/screens.ts'

export const screens: Screens = {
  open: [
    { path: '/login', budget: { js: 115, all: 172 } },
    { path: '/register', budget: { js: 163 } },
    { path: '/forgot-password' },
    { path: '/reset-password' },
    { path: '/reset-password?token=any' },
    { path: '/verify-email' },
    { path: '/verify-email?token=any' },
    { path: '/login?ended=1' },
  ],
}

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

import { randomUUID } from 'node:crypto'
import type { Screens, Step } from '@plinth/testing/browser/screens.ts'

export const screens: Screens = {
  open: [{ path: '/accept-invitation/nosuchinvitation', status: 404 }],
  signedIn: [{ path: '/dashboard/workspace' }],
}

export const steps: readonly Step[] = [
  async (call) => {
    await call('organizations.create', { name: 'Kiln', slug: `kiln-${randomUUID()}` })
    // It replaces the step that it completes.
    await call('organizations.invite', { email: `guest.${randomUUID()}@example.org`, role: 'member' })
  },
]

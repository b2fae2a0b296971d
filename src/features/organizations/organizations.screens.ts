import { randomUUID } from 'node:crypto'
import { dialog, type Pictures } from '../../../e2e/support/pictures.ts'
import type { Screens, Step } from '../../../e2e/support/screens.ts'

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

export const pictures: Pictures = {
  async setUp(app) {
    const input = { email: 'guest@example.org', role: 'member' }
    await app.post('/api/trpc/organizations.invite', { json: input }, app.admin)
  },
  list: () => [
    {
      name: 'dashboard_workspaces',
      path: '/dashboard',
      viewer: 'admin',
      async prepare(page) {
        await page.locator('[data-workspace-switcher]:visible').click()
        await page.getByRole('menu').waitFor()
      },
    },
    {
      name: 'dashboard_workspace_invite',
      path: '/dashboard/workspace',
      viewer: 'admin',
      prepare: dialog('organizations:invite.open'),
    },
  ],
  documented: [
    { file: 'members-light.png', picture: 'dashboard_workspace', theme: 'light', widthPixels: 1280 },
  ],
}

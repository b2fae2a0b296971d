import { dialog, type Pictures } from '../../screenshots/pictures.ts'

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

import { mailedPath, type Pictures } from '../../screenshots/pictures.ts'
import { textIn } from '@plinth/testing/browser/texts.ts'

export const pictures: Pictures = {
  async setUp({ post, password }) {
    const user = { firstName: 'Jon', lastName: 'Berg', email: 'jon@example.org', password }
    const { cookie } = await post('/api/auth/sign-up/email', user)
    await post('/api/trpc/account.requestDeletion', { json: { email: user.email } }, cookie)
  },
  list: async (app) => [
    {
      name: 'cancel-deletion_link',
      path: await mailedPath(app, '/cancel-deletion'),
      viewer: 'visitor',
    },
    {
      name: 'dashboard_settings-enhanced_delete',
      path: '/dashboard/settings-enhanced?tab=delete',
      viewer: 'admin',
      async prepare(page, look) {
        const name = textIn(look.language)('account:deletion.open')
        // On phones the line of the section has the same name.
        await page.getByRole('button', { name, exact: true }).last().click()
        await page.locator('[role$=dialog]').waitFor()
      },
    },
  ],
}

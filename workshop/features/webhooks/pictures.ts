import { dialog, type Pictures } from '../../screenshots/pictures.ts'

/** A host that does not exist, so that pictures send nothing. */
const failing = 'https://hooks.invalid/plinth'

export const pictures: Pictures = {
  async setUp({ post, admin }) {
    const create = async (url: string, eventTypes: string[] | null) => {
      const { answer } = await post('/api/trpc/webhooks.create', { json: { url, eventTypes } }, admin)
      return (answer as { result: { data: { json: { id: string } } } }).result.data.json.id
    }
    const id = await create(failing, null)
    await post('/api/trpc/webhooks.sendTest', { json: { id } }, admin)
    const off = await create('https://example.com/a/rather/long/path/of/a/server/that/gets/webhooks', null)
    await post('/api/trpc/webhooks.update', { json: { id: off, isEnabled: false } }, admin)
  },
  async list(app) {
    const [one, off] = await app.list<{ id: string }>('webhooks.list')
    const path = `/dashboard/webhooks/${one?.id}`
    return [
      {
        name: 'dashboard_webhooks_add',
        path: '/dashboard/webhooks',
        viewer: 'admin',
        prepare: dialog('webhooks:list.add'),
      },
      { name: 'dashboard_webhooks_endpoint', path, viewer: 'admin' },
      { name: 'dashboard_webhooks_off', path: `/dashboard/webhooks/${off?.id}`, viewer: 'admin' },
      {
        name: 'dashboard_webhooks_delivery',
        path,
        viewer: 'admin',
        async prepare(page) {
          await page.getByRole('button', { name: 'webhooks.test', exact: true }).click()
          await page.getByRole('dialog').locator('pre').first().waitFor()
        },
      },
    ]
  },
}

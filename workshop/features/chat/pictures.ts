import type { Pictures } from '../../screenshots/pictures.ts'

export const pictures: Pictures = {
  async list(app) {
    const chats = await app.list<{ id: string; page: string }>('chats.list')
    const id = chats.find(({ page }) => page === 'general')?.id ?? ''
    return [
      { name: 'dashboard_chat_thread', path: `/dashboard/chat?thread=${id}`, viewer: 'admin' },
      {
        name: 'dashboard_chat_commands',
        path: '/dashboard/chat',
        viewer: 'admin',
        prepare: (page) => page.getByTestId('multimodal-input').fill('/'),
      },
    ]
  },
}

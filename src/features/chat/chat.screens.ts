import type { Pictures } from '../../../e2e/support/pictures.ts'
import type { Screens } from '../../../e2e/support/screens.ts'

export const screens: Screens = {
  signedIn: [
    { path: '/dashboard/chat', budget: { js: 176, fromDashboard: 27 } },
    { path: '/dashboard/chat/vercel' },
    { path: '/dashboard/chat?thread=nosuchthread', status: 404 },
  ],
}

export const conversation = async () => (await import('./e2e/chat-fixtures.ts')).openConversation

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

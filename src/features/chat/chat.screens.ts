import type { Pictures } from '../../../e2e/support/pictures.ts'
import type { Screens } from '../../../e2e/support/screens.ts'
import { hasSources } from './tests/has-sources.ts'

export const screens: Screens = {
  signedIn: [
    { path: '/dashboard/chat', budget: { js: 175, fromDashboard: 27 } },
    { path: '/dashboard/chat/vercel' },
    // The page over documents is missing where no feature has any.
    { path: '/dashboard/chat/rag', status: hasSources ? 200 : 404 },
    { path: '/dashboard/chat?thread=nosuchthread', status: 404 },
  ],
}

export const conversation = async () => (await import('./e2e/chat-fixtures.ts')).openConversation

export const pictures: Pictures = {
  async list(app) {
    const chats = await app.list<{ id: string; page: string }>('chats.list')
    const chat = (page: string) => chats.find((one) => one.page === page)?.id ?? ''
    return [
      { name: 'dashboard_chat_thread', path: `/dashboard/chat?thread=${chat('general')}`, viewer: 'admin' },
      {
        name: 'dashboard_chat_rag_thread',
        path: `/dashboard/chat/rag?thread=${chat('rag')}`,
        viewer: 'admin',
      },
      {
        name: 'dashboard_chat_commands',
        path: '/dashboard/chat',
        viewer: 'admin',
        prepare: (page) => page.getByTestId('multimodal-input').fill('/'),
      },
    ]
  },
  documented: [
    { file: 'chat-light.png', picture: 'dashboard_chat_rag_thread', theme: 'light', widthPixels: 1280 },
  ],
}

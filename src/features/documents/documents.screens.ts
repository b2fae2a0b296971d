import type { Pictures } from '../../../e2e/support/pictures.ts'
import type { Screens } from '../../../e2e/support/screens.ts'

// Documents have no page of their own: the chat's that quotes them lists them.
export const screens: Screens = { signedIn: [{ path: '/dashboard/chat/rag' }] }

export const library = async () => (await import('./e2e/document-fixtures.ts')).addDocuments

export const pictures: Pictures = {
  async list(app) {
    const chats = await app.list<{ id: string; page: string }>('chats.list')
    const id = chats.find(({ page }) => page === 'rag')?.id ?? ''
    return [{ name: 'dashboard_chat_rag_thread', path: `/dashboard/chat/rag?thread=${id}`, viewer: 'admin' }]
  },
  documented: [
    { file: 'chat-light.png', picture: 'dashboard_chat_rag_thread', theme: 'light', widthPixels: 1280 },
  ],
}

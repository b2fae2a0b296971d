import type { Pictures } from '../../screenshots/pictures.ts'

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

import { createFileRoute } from '@tanstack/react-router'
import { askUi } from '#/app/server/chat-endpoints.server.ts'
import { guardedRoute } from '#/app/server/guarded.server.ts'

export const Route = createFileRoute('/api/chat/rag')({
  staticData: { access: 'chats.ask' },
  server: { handlers: { POST: guardedRoute('chats.ask', askUi('rag')) } },
})

import { createFileRoute } from '@tanstack/react-router'
import { followUi } from '#/app/chat-endpoints.server.ts'
import { guardedRoute } from '#/app/guarded.server.ts'

export const Route = createFileRoute('/api/chat/rag_/$threadId/stream')({
  staticData: { access: 'chats.get' },
  server: { handlers: { GET: guardedRoute('chats.get', followUi('rag')) } },
})

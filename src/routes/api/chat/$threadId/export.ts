import { createFileRoute } from '@tanstack/react-router'
import { downloadThread } from '#/app/chat-endpoints.server.ts'
import { guardedRoute } from '#/app/guarded.server.ts'

export const Route = createFileRoute('/api/chat/$threadId/export')({
  staticData: { access: 'chats.export' },
  server: { handlers: { GET: guardedRoute('chats.export', downloadThread) } },
})

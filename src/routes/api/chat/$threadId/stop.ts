import { createFileRoute } from '@tanstack/react-router'
import { stopStream } from '#/app/server/chat-endpoints.server.ts'
import { guardedRoute } from '#/app/server/guarded.server.ts'

export const Route = createFileRoute('/api/chat/$threadId/stop')({
  staticData: { access: 'chats.send' },
  server: { handlers: { POST: guardedRoute('chats.send', stopStream) } },
})

import { createFileRoute } from '@tanstack/react-router'
import { stopAnswer } from '#/app/server/chat-endpoints.server.ts'
import { guardedRoute } from '#/app/server/guarded.server.ts'

export const Route = createFileRoute('/api/chat/$threadId/stop')({
  staticData: { access: 'chats.ask' },
  server: { handlers: { POST: guardedRoute('chats.ask', stopAnswer) } },
})

import { createFileRoute } from '@tanstack/react-router'
import { resumeStream } from '#/app/server/chat-endpoints.server.ts'
import { guardedRoute } from '#/app/server/guarded.server.ts'

export const Route = createFileRoute('/api/chat/$threadId/stream')({
  staticData: { access: 'chats.get' },
  server: { handlers: { GET: guardedRoute('chats.get', resumeStream('general')) } },
})

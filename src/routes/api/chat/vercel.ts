import { createFileRoute } from '@tanstack/react-router'
import { sendToTemporaryChat } from '#/app/server/chat-endpoints.server.ts'
import { guardedRoute } from '#/app/server/guarded.server.ts'

export const Route = createFileRoute('/api/chat/vercel')({
  staticData: { access: 'chats.send' },
  server: { handlers: { POST: guardedRoute('chats.send', sendToTemporaryChat) } },
})

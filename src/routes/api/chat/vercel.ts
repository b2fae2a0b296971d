import { createFileRoute } from '@tanstack/react-router'
import { askUi } from '#/app/chat-endpoints.server.ts'
import { guardedRoute } from '#/app/guarded.server.ts'

export const Route = createFileRoute('/api/chat/vercel')({
  staticData: { access: 'chats.ask' },
  server: { handlers: { POST: guardedRoute('chats.ask', askUi('vercel')) } },
})

import { createFileRoute } from '@tanstack/react-router'
import { endpoint } from '#/app/server/endpoint.server.ts'
import { guardedRoute } from '#/app/server/guarded.server.ts'

const handle = endpoint(async (call) => {
  const chat = await import('#/features/chat/index.server.ts')
  return chat.sendToTemporaryChat(call)
})

export const Route = createFileRoute('/api/chat/vercel')({
  staticData: { access: 'chats.send' },
  server: { handlers: { POST: guardedRoute('chats.send', handle) } },
})

import { createFileRoute } from '@tanstack/react-router'
import { guardedRoute } from '@plinth/core/app/server'

const handle = guardedRoute<{ threadId: string }>('chats.export', async (call) => {
  const chat = await import('#/features/chat/index.server.ts')
  return chat.downloadThread(call)
})

export const Route = createFileRoute('/api/chat/$threadId/export')({
  staticData: { access: 'chats.export' },
  server: { handlers: { GET: handle } },
})

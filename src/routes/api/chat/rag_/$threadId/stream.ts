import { createFileRoute } from '@tanstack/react-router'
import { guardedRoute } from '@plinth/core/app/server'

const handle = guardedRoute<{ threadId: string }>('chats.get', async (call) => {
  const chat = await import('#/features/chat/index.server.ts')
  return chat.resumeStream(call, 'rag')
})

export const Route = createFileRoute('/api/chat/rag_/$threadId/stream')({
  staticData: { access: 'chats.get' },
  server: { handlers: { GET: handle } },
})

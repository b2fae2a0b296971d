import { createFileRoute } from '@tanstack/react-router'
import { guardedRoute } from '@plinth/core/app/server'

const handle = guardedRoute<{ threadId: string }>('chats.send', async (call) => {
  const chat = await import('#/features/chat/index.server.ts')
  return chat.stopStream(call)
})

export const Route = createFileRoute('/api/chat/$threadId/stop')({
  staticData: { access: 'chats.send' },
  server: { handlers: { POST: handle } },
})

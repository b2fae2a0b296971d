import { createFileRoute } from '@tanstack/react-router'
import { guardedRoute } from '@plinth/core/app/server'

const handle = guardedRoute('chats.send', async (call) => {
  const chat = await import('#/features/chat/index.server.ts')
  return chat.sendToChat(call, 'rag')
})

export const Route = createFileRoute('/api/chat/rag')({
  // The official clients send the whole conversation with every message: up to 200 of 20 KB each.
  staticData: { access: 'chats.send', bodyMaxBytes: 4 * 1_048_576 },
  server: { handlers: { POST: handle } },
})

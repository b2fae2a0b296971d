import { createFileRoute } from '@tanstack/react-router'
import { fromChat } from '#/app/server/from-chat.server.ts'
import { guardedRoute } from '#/app/server/guarded.server.ts'

export const Route = createFileRoute('/api/chat/rag_/$threadId/stream')({
  staticData: { access: 'chats.get' },
  server: {
    handlers: {
      GET: guardedRoute(
        'chats.get',
        fromChat((chat) => chat.resumeStream('rag')),
      ),
    },
  },
})

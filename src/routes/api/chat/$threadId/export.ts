import { createFileRoute } from '@tanstack/react-router'
import { fromChat } from '#/app/server/from-chat.server.ts'
import { guardedRoute } from '#/app/server/guarded.server.ts'

export const Route = createFileRoute('/api/chat/$threadId/export')({
  staticData: { access: 'chats.export' },
  server: {
    handlers: {
      GET: guardedRoute(
        'chats.export',
        fromChat((chat) => chat.downloadThread),
      ),
    },
  },
})

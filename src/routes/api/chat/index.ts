import { createFileRoute } from '@tanstack/react-router'
import { fromChat } from '#/app/server/from-chat.server.ts'
import { guardedRoute } from '#/app/server/guarded.server.ts'

export const Route = createFileRoute('/api/chat/')({
  staticData: { access: 'chats.send' },
  server: {
    handlers: {
      POST: guardedRoute(
        'chats.send',
        fromChat((chat) => chat.sendToChat('general')),
      ),
    },
  },
})

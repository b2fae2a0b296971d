import { createFileRoute } from '@tanstack/react-router'
import { askAgui, followAgui } from '#/app/server/chat-endpoints.server.ts'
import { guardedRoute } from '#/app/server/guarded.server.ts'

export const Route = createFileRoute('/api/chat/')({
  staticData: { access: 'chats.ask' },
  server: {
    handlers: { GET: guardedRoute('chats.ask', followAgui), POST: guardedRoute('chats.ask', askAgui) },
  },
})

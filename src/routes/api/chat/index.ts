import { createFileRoute } from '@tanstack/react-router'
import { askAgui, followAgui } from '#/app/chat-endpoints.server.ts'
import { guardedRoute } from '#/app/guarded.server.ts'

export const Route = createFileRoute('/api/chat/')({
  staticData: { access: 'chats.ask' },
  server: {
    handlers: { GET: guardedRoute('chats.ask', followAgui), POST: guardedRoute('chats.ask', askAgui) },
  },
})

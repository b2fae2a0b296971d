import type { ChatPage } from './chat-limits.ts'

/** Where each page of the chat is. */
export const chatPaths = {
  general: '/dashboard/chat',
  vercel: '/dashboard/chat/vercel',
  rag: '/dashboard/chat/rag',
} as const satisfies Record<ChatPage, string>

import type { Screens } from '@plinth/testing/browser/screens.ts'

export const screens: Screens = {
  signedIn: [
    { path: '/dashboard/chat', isMain: true },
    { path: '/dashboard/chat/vercel' },
    { path: '/dashboard/chat?thread=nosuchthread', status: 404 },
  ],
}

export const conversation = async () => (await import('./e2e/chat-fixtures.ts')).openConversation

export { chatSearch } from './chat-pages.ts'
export { ChatPage } from './ui/chat-page.tsx'
export { TemporaryChat } from './ui/temporary-chat.tsx'
export { openThread } from './ui/threads/open-thread.ts'

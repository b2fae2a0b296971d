import { defineServerFeature } from '@plinth/core/feature/server'
import { formatAnswersJob } from './server/generation/format-answers.server.ts'
import { chatSettings, sweepChatJob, sweepGenerationsJob } from './server/sweep-chat.server.ts'
import { chatUserColumns } from './server/chat-user-columns.server.ts'

/** @public */
export { providePassages } from './server/passages.server.ts'

export const chatFeature = defineServerFeature({
  name: 'chat',
  userColumns: chatUserColumns,
  async routers(installed, application) {
    const { createChatsRouter } = await import('./server/chat.router.server.ts')
    const { openChatServices } = await import('./server/open-chat-services.server.ts')
    return { chats: createChatsRouter(() => openChatServices(application, installed)) }
  },
  scopes: ['chats:read'],
  planLimits: ['messages'],
  settings: chatSettings,
  jobs: () => [sweepChatJob, sweepGenerationsJob, formatAnswersJob],
  async accountExport(db, userId) {
    const { exportChats } = await import('./server/export/export-chats.server.ts')
    return [{ path: 'chats.json', rows: exportChats(db, userId) }]
  },
  demo: async () => (await import('./server/chat.demo.server.ts')).chatDemo,
})

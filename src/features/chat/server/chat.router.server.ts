import { authorize } from '@plinth/core/access'
import { perMinute, procedure, router } from '@plinth/core/verb/server'
import { chatLimits, type ChatServices } from './chat-services.server.ts'
import { chatsAccess } from '../chat.access.ts'
import {
  chooseBranchInput,
  getThreadInput,
  listThreadsInput,
  renameThreadInput,
  threadIdInput,
} from '../chat.schema.ts'
import { chooseBranch } from './threads/choose-branch.server.ts'
import { deleteThread, restoreThread } from './threads/delete-thread.server.ts'
import { getThread } from './threads/get-thread.server.ts'
import { listThreads } from './threads/list-threads.server.ts'
import { readUsage } from './limits/read-usage.server.ts'
import { thread, threadPage } from './threads/thread-outputs.server.ts'
import { renameThread } from './threads/rename-thread.server.ts'

/** The chat's procedures; `servicesOf` opens its services on the first call. */
export function createChatsRouter(servicesOf: () => Promise<ChatServices>) {
  return router({
    list: procedure(chatsAccess.list)
      .meta({ api: { rest: 'GET /chats', summary: 'List conversations, the latest first' } })
      .input(listThreadsInput)
      .output(threadPage)
      .query(({ ctx, input }) => listThreads(ctx, input)),
    get: procedure(chatsAccess.get)
      .meta({ api: { rest: 'GET /chats/{id}', summary: 'Read a conversation with its newest messages' } })
      .input(getThreadInput)
      .output(thread)
      .query(({ ctx, input }) => getThread(ctx, input)),
    rename: procedure(chatsAccess.update, perMinute(120))
      .input(renameThreadInput)
      .mutation(({ ctx, input }) => renameThread(ctx, input)),
    chooseBranch: procedure(chatsAccess.update, perMinute(120))
      .input(chooseBranchInput)
      .mutation(({ ctx, input }) => chooseBranch(ctx, input)),
    delete: procedure(chatsAccess.delete, perMinute(120))
      .input(threadIdInput)
      .mutation(({ ctx, input }) => deleteThread(ctx, input)),
    restore: procedure(chatsAccess.restore, perMinute(120))
      .input(threadIdInput)
      .mutation(({ ctx, input }) => restoreThread(ctx, input)),
    usage: procedure(chatsAccess.usage).query(({ ctx }) => readUsage(ctx, chatLimits)),
    models: procedure(chatsAccess.models).query(async ({ ctx }) => {
      authorize(ctx.actor, chatsAccess.models)
      const { models } = await servicesOf()
      return { items: models.list(), default: models.defaultId }
    }),
  })
}

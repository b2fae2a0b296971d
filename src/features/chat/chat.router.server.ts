import { authorize } from '#/core/access/access.ts'
import { perMinute, procedure, router } from '#/core/trpc/trpc.server.ts'
import { decide } from './approvals.server.ts'
import { chatLimits, type ChatParts } from './chat-parts.server.ts'
import { chatsAccess } from './chat.access.ts'
import {
  chooseBranchInput,
  decideInput,
  listThreadsInput,
  renameThreadInput,
  threadIdInput,
} from './chat.schema.ts'
import { chooseBranch } from './choose-branch.server.ts'
import { deleteThread, restoreThread } from './delete-thread.server.ts'
import { getThread } from './get-thread.server.ts'
import { listThreads } from './list-threads.server.ts'
import { readUsage } from './read-usage.server.ts'
import { renameThread } from './rename-thread.server.ts'

/** The procedures of the chat; `partsOf` brings what it is made of, once the services are open. */
export function createChatsRouter(partsOf: () => Promise<ChatParts>) {
  return router({
    list: procedure(chatsAccess.list)
      .input(listThreadsInput)
      .query(({ ctx, input }) => listThreads(ctx, input)),
    get: procedure(chatsAccess.get)
      .input(threadIdInput)
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
    decide: procedure(chatsAccess.update, perMinute(120))
      .input(decideInput)
      .mutation(async ({ ctx, input }) => {
        const { runId } = await decide(ctx, await partsOf(), input)
        return { runId }
      }),
    usage: procedure(chatsAccess.usage).query(({ ctx }) => readUsage(ctx, chatLimits)),
    models: procedure(chatsAccess.models).query(async ({ ctx }) => {
      authorize(ctx.actor, chatsAccess.models)
      const { models } = await partsOf()
      return { items: models.list(), default: models.defaultId }
    }),
  })
}

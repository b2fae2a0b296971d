import { perMinute, procedure, router } from '#/core/trpc/trpc.server.ts'
import { connectionsAccess } from '../providers.access.ts'
import { disconnect, disconnectInput } from './disconnect.server.ts'
import { listConnections } from './list-connections.server.ts'

export const connectionsRouter = router({
  list: procedure(connectionsAccess.list).query(({ ctx }) => listConnections(ctx)),
  disconnect: procedure(connectionsAccess.disconnect, perMinute(120))
    .input(disconnectInput)
    .mutation(({ ctx, input }) => disconnect(ctx, input)),
})

import { perMinute, procedure, router } from '@plinth/core/verb/server'
import { connectedAppsAccess } from '../connections.access.ts'
import { connectionIdInput, requestInput } from '../connections.schema.ts'
import { disconnect } from './disconnect.server.ts'
import { listConnections } from './list-connections.server.ts'
import { readRequest } from './read-request.server.ts'

/** Apps that the signed-in user has connected. No token can call these: they are no operations of the API. */
export const connectedAppsRouter = router({
  list: procedure(connectedAppsAccess.list).query(({ ctx }) => listConnections(ctx)),
  request: procedure(connectedAppsAccess.request)
    .input(requestInput)
    .query(({ ctx, input }) => readRequest(ctx, input)),
  disconnect: procedure(connectedAppsAccess.disconnect, perMinute(60))
    .input(connectionIdInput)
    .mutation(({ ctx, input }) => disconnect(ctx, input)),
})

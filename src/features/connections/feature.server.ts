import { defineServerFeature } from '@plinth/core/feature/server'
import { acceptAppTokens } from '#/features/api/feature.server.ts'
import { connectionsUserColumns } from './server/connections-user-columns.server.ts'
import { sweepConnectionsJob } from './server/sweep-connections.server.ts'

acceptAppTokens(async () => (await import('./server/app-tokens.server.ts')).appTokens)

export const connectionsFeature = defineServerFeature({
  name: 'connections',
  // Its server of the Model Context Protocol is what apps connect to.
  needs: ['api'],
  userColumns: connectionsUserColumns,
  auth: async (installed) => (await import('./server/connections.auth.server.ts')).connectionsAuth(installed),
  routers: async () => ({
    connectedApps: (await import('./server/connected-apps.router.server.ts')).connectedAppsRouter,
  }),
  jobs: () => [sweepConnectionsJob],
  accountExport: async (db, userId) => [
    {
      path: 'connected-apps.json',
      rows: await (await import('./server/list-connections.server.ts')).exportConnections(db, userId),
    },
  ],
})

import { defineServerFeature } from '@plinth/core/feature/server'
import { apiKeysUserColumns } from './server/api-keys-user-columns.server.ts'
import { sweepKeysJob } from './server/sweep-keys.server.ts'

/** @public */
export { acceptAppTokens, type AppTokens } from './server/app-tokens.server.ts'
/** @public */
export { MCP_PATH } from './server/mcp-path.server.ts'

export const apiFeature = defineServerFeature({
  name: 'api',
  userColumns: apiKeysUserColumns,
  routers: async (_installed, _application, all) => {
    const { createApiKeysRouter } = await import('./server/api-keys.router.server.ts')
    return { apiKeys: createApiKeysRouter(all) }
  },
  planLimits: ['apiCalls'],
  jobs: () => [sweepKeysJob],
  accountExport: async (db, userId) => [
    {
      path: 'api-keys.json',
      rows: await (await import('./server/export-keys.server.ts')).exportKeys(db, userId),
    },
  ],
})

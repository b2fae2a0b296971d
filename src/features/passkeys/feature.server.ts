import { defineServerFeature } from '@plinth/core/feature/server'
import { passkeysUserColumns } from './server/passkeys-user-columns.server.ts'

export const passkeysFeature = defineServerFeature({
  name: 'passkeys',
  userColumns: passkeysUserColumns,
  routers: async () => ({ passkeys: (await import('./server/passkeys.router.server.ts')).passkeysRouter }),
  auth: async () => (await import('./server/passkeys.auth.server.ts')).passkeysAuth,
  overview: async () => (await import('./server/passkeys.overview.server.ts')).passkeysOverview,
  accountExport: async (db, userId) => [
    {
      path: 'passkeys.json',
      rows: await (await import('./server/export-passkeys.server.ts')).exportPasskeys(db, userId),
    },
  ],
})

import { defineServerFeature } from '@plinth/core/feature/server'
import { providerStates } from './server/provider-states.server.ts'
import { providersMails } from './server/providers-mails/mails.server.ts'
import { providersSettings } from './server/providers-settings.server.ts'
import { providersUserColumns } from './server/providers-user-columns.server.ts'

export const providersFeature = defineServerFeature({
  name: 'providers',
  userColumns: providersUserColumns,
  settings: providersSettings,
  pageSettings: ({ isLocal }) => ({ providers: providerStates({ ...providersSettings.read(), isLocal }) }),
  mails: providersMails,
  routers: async () => ({
    linkedAccounts: (await import('./server/linked-accounts.router.server.ts')).linkedAccountsRouter,
  }),
  auth: async () => (await import('./server/providers.auth.server.ts')).providersAuth,
  async accountExport(db, userId) {
    const { exportLinkedAccounts } = await import('./server/list-linked-accounts.server.ts')
    return [{ path: 'connections.json', rows: await exportLinkedAccounts(db, userId) }]
  },
})

import { defineServerFeature } from '@plinth/core/feature/server'
import { onPublicEvent } from '@plinth/core/verb/server'
import { billingMails } from './server/billing-mails/mails.server.ts'
import { billingSettings } from './server/billing-settings.server.ts'
import { applyEventJob, reconcileJob } from './server/receive-event.server.ts'
import { followMembers, syncSeatsJob } from './server/sync-seats.server.ts'

onPublicEvent((tx, _type, record) => followMembers(tx, record))

export const billingFeature = defineServerFeature({
  name: 'billing',
  needs: ['organizations'],
  settings: billingSettings,
  mails: billingMails,
  routers: async () => ({ billing: (await import('./server/billing.router.server.ts')).billingRouter }),
  jobs: () => [applyEventJob, reconcileJob, syncSeatsJob],
})

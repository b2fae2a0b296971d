import { defineServerFeature, serverFeatures } from '@plinth/core/feature/server'
import { onWorkspaceEnd, providePlans } from '@plinth/core/database/server'
import { onPublicEvent } from '@plinth/core/verb/server'
import { billingMails } from './server/billing-mails/mails.server.ts'
import { billingSettings, configuredProvider } from './server/billing-settings.server.ts'
import { sellingPlans } from './server/current-plan.server.ts'
import { billingEnd } from './server/end-billing.server.ts'
import { applyEventJob, reconcileJob } from './server/receive-event.server.ts'
import { followMembers, syncSeatsJob } from './server/sync-seats.server.ts'

providePlans(() => (configuredProvider() ? sellingPlans : undefined))
onWorkspaceEnd(billingEnd)
onPublicEvent((tx, _type, record) => followMembers(tx, record))

export const billingFeature = defineServerFeature({
  name: 'billing',
  needs: ['organizations'],
  settings: billingSettings,
  pageSettings: () =>
    configuredProvider() ? { sellsPlans: serverFeatures().flatMap(({ planLimits = [] }) => planLimits) } : {},
  mails: billingMails,
  routers: async () => ({ billing: (await import('./server/billing.router.server.ts')).billingRouter }),
  async accountExport(db, userId) {
    const { exportInvoices, exportPlan } = await import('./server/export-billing.server.ts')
    return [
      { path: 'plan.json', rows: await exportPlan(db, userId) },
      { path: 'invoices.json', rows: await exportInvoices(db, userId) },
    ]
  },
  jobs: () => [applyEventJob, reconcileJob, syncSeatsJob],
})

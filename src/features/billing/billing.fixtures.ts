import { workspaceOf } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import type { FeatureFixtures } from '@plinth/testing/feature-fixtures.ts'
import { billingAccounts } from './server/billing.table.server.ts'

export const fixtures: FeatureFixtures = {
  async rows(db, actor) {
    const id = createId()
    await db.insert(billingAccounts).values({ id, ...workspaceOf(actor) })
    return [id]
  },
  mails: ({ cause }) => {
    const params = { ...cause, workspace: 'Acme', plan: 'Team' }
    const on = new Date('2027-01-31T00:00:00Z')
    return [
      { template: 'trialEnds', params: { ...params, on } },
      { template: 'paymentFailed', params },
      { template: 'planEnds', params: { ...params, on } },
      { template: 'planEnded', params },
    ]
  },
}

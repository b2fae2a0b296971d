import { workspaceOf } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import type { FeatureFixtures } from '@plinth/testing/feature-fixtures.ts'
import { ensureAccount } from './server/account.server.ts'
import { billingAccounts } from './server/billing.table.server.ts'

export const fixtures: FeatureFixtures = {
  async rows(db, actor) {
    return [await db.transaction((tx) => ensureAccount(tx, workspaceOf(actor)))]
  },
  async payForAll(db, organizationId) {
    const grantedUntil = new Date(Date.now() + 365 * 86_400_000)
    await db
      .insert(billingAccounts)
      .values({ id: createId(), organizationId, grantedPlan: 'business', grantedUntil })
  },
  mails: ({ cause }) => {
    const params = { ...cause, workspace: 'Acme', plan: 'Team' }
    const on = new Date('2027-01-31T00:00:00Z')
    return [
      { template: 'trialEnds', params: { ...params, on } },
      { template: 'paymentFailed', params },
      { template: 'planEnds', params: { ...params, on } },
      { template: 'planEnded', params },
      { template: 'planTooSmall', params: { ...params, members: 60, max: 50 } },
    ]
  },
}

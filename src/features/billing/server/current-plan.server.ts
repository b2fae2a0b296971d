import { databaseNow } from '@plinth/core/database/server'
import { planNamed } from '../offers.ts'
import type { BillingAccount } from './billing.table.server.ts'
import { granting } from './provider/read-provider.server.ts'

/** The plan that a workspace has now; null for the one that costs nothing. */
export function currentPlan({
  grantedPlan,
  grantedUntil,
  status,
  plan,
}: Pick<BillingAccount, 'grantedPlan' | 'grantedUntil' | 'status' | 'plan'>): string | null {
  const isGranted = planNamed(grantedPlan) && grantedUntil !== null && grantedUntil > databaseNow()
  if (isGranted) return grantedPlan
  return granting.some((one) => one === status) && planNamed(plan) ? plan : null
}

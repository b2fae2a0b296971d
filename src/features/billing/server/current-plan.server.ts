import { sql } from 'drizzle-orm'
import { type Plans, databaseNow } from '@plinth/core/database/server'
import { freePlan, planNamed } from '../offers.ts'
import { type BillingAccount, billingAccounts } from './billing.table.server.ts'
import { granting } from './provider/read-provider.server.ts'

/** The plan that a workspace has now; null for the one that costs nothing. */
export function currentPlan({
  grantedPlan,
  grantedUntil,
  status,
  plan,
}: Pick<BillingAccount, 'grantedPlan' | 'grantedUntil' | 'status' | 'plan'>): string | null {
  const isGranted = grantedUntil !== null && grantedUntil > databaseNow()
  const name = isGranted ? grantedPlan : granting.some((one) => one === status) ? plan : null
  return planNamed(name) ? name : null
}

const list = (words: readonly string[]) =>
  sql.join(
    words.map((word) => sql`${word}`),
    sql`, `,
  )

/**
 * The plan of a workspace for the query of its session: the same as `currentPlan`, in SQL, and what its
 * owners are told.
 */
export const sellingPlans: Plans = {
  stored: ({ organizationId, userId }) => {
    const { grantedUntil, grantedPlan, status, plan, endsAt, trialEnd } = billingAccounts
    return sql<string | null>`(select concat_ws(' ',
        case when ${grantedUntil} > now() then ${grantedPlan}
          when ${status} in (${list(granting)}) then coalesce(${plan}, '-') else '-' end,
        case when ${grantedUntil} > now() then null when ${status} = 'past_due' then 'failed'
          when ${status} = 'trialing' and ${endsAt} is null and ${trialEnd} < now() + interval '3 days'
          then 'trial' when ${endsAt} > now() and ${status} in (${list(granting)}) then 'ends' end)
      from ${billingAccounts}
      where ${billingAccounts.organizationId} = ${organizationId}
        or (${organizationId}::text is null and ${billingAccounts.ownerId} = ${userId}))`
  },
  read(stored) {
    const [name, notice] = stored?.split(' ') ?? []
    const known = planNamed(name)
    const plan = known ?? planNamed(freePlan)
    return {
      name: (known && name) ?? freePlan,
      includes: plan?.features ?? [],
      limits: plan?.limits ?? {},
      ...(notice === undefined ? {} : { notice }),
    }
  },
}

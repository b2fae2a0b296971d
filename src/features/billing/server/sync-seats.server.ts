import { eq } from 'drizzle-orm'
import type { Transaction } from '@plinth/core/database/server'
import type { AuditRecord } from '@plinth/core/verb/server'
import { defineJob, enqueueJob } from '@plinth/core/jobs/server'
import { planNamed } from '../offers.ts'
import { quantityOf, readAccount } from './account.server.ts'
import { type BillingServices, billingServices } from './billing-services.server.ts'
import { billingAccounts } from './billing.table.server.ts'
import { asking } from './provider/open-stripe.server.ts'
import { isLive } from './provider/read-provider.server.ts'
import { refreshAccount } from './refresh-account.server.ts'

const memberEvents: readonly string[] = ['invitation.accept', 'member.leave', 'member.remove']

/** Queues the change of the seats in the transaction in which a member has come or gone. */
export async function followMembers(
  tx: Transaction,
  { action, organizationId }: Pick<AuditRecord, 'action' | 'organizationId'>,
): Promise<void> {
  if (organizationId === null || !memberEvents.includes(action)) return
  const [account] = await tx
    .select({ id: billingAccounts.id, status: billingAccounts.status })
    .from(billingAccounts)
    .where(eq(billingAccounts.organizationId, organizationId))
  if (account && isLive(account.status))
    await enqueueJob(tx, syncSeatsJob, { data: { accountId: account.id } })
}

export const syncSeatsJob = defineJob<{ accountId: string }>({
  name: 'sync-billing-seats',
  retryLimit: 10,
  retryDelaySeconds: 5,
  retryBackoff: true,
  retryDelayMaxSeconds: 3_600,
  async handler({ db, log }, { accountId }) {
    const services = await billingServices()
    if (services) await syncSeats({ db, log }, services, accountId)
  },
})

/**
 * Makes the seats at the provider the members here, prorated, and one for a price that is for the workspace.
 * It counts again after it has written, so of several at a time the last one to write leaves the true number.
 * Writing the same number changes nothing.
 */
export async function syncSeats(
  context: Parameters<typeof refreshAccount>[0],
  services: Pick<BillingServices, 'stripe'>,
  accountId: string,
): Promise<void> {
  await refreshAccount(context, services, accountId)
  const account = await readAccount(context.db, accountId)
  const { subscriptionId, itemId, status } = account
  const plan = planNamed(account.plan)
  if (subscriptionId === null || itemId === null || !isLive(status) || !plan) return
  let seats = account.seats
  let wanted = await quantityOf(context.db, account, plan)
  const isChanged = seats !== wanted
  while (seats !== wanted) {
    await asking(
      services.stripe.subscriptions.update(subscriptionId, {
        items: [{ id: itemId, quantity: wanted }],
        proration_behavior: 'create_prorations',
      }),
    )
    seats = wanted
    wanted = await quantityOf(context.db, account, plan)
  }
  if (isChanged) await refreshAccount(context, services, accountId)
}

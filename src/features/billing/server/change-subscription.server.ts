import { authorize } from '@plinth/core/access'
import { AppError, type VerbContext, writeAudit } from '@plinth/core/verb/server'
import { billingAccess } from '../billing.access.ts'
import { requireAccount } from './account.server.ts'
import type { BillingServices } from './billing-services.server.ts'
import { asking } from './provider/open-stripe.server.ts'
import { isLive } from './provider/read-provider.server.ts'
import { refreshAccount } from './refresh-account.server.ts'

/** Reads the state of the active workspace from the provider again. Owners. Throws not_found, unavailable. */
export async function refreshBilling(ctx: VerbContext, services: BillingServices): Promise<{ id: string }> {
  const actor = authorize(ctx.actor, billingAccess.refresh)
  const { id } = await requireAccount(ctx.db, actor)
  await refreshAccount(ctx, services, id)
  return { id }
}

/**
 * Lets the plan end with the period that is paid, or not after all. Setting the same twice changes nothing.
 * Owners. Throws not_found, conflict without a subscription, unavailable.
 */
export async function setEnding(
  ctx: VerbContext,
  { ends }: { ends: boolean },
  services: BillingServices,
): Promise<{ id: string }> {
  const actor = authorize(ctx.actor, billingAccess.change)
  const { id, subscriptionId, status, asked } = await requireAccount(ctx.db, actor)
  if (subscriptionId === null || !isLive(status)) throw new AppError('conflict', 'billing:errors.noPlan')
  await asking(
    services.stripe.subscriptions.update(
      subscriptionId,
      { cancel_at_period_end: ends },
      { idempotencyKey: `ends-${subscriptionId}-${asked}-${ends}` },
    ),
  )
  await ctx.db.transaction((tx) =>
    writeAudit(tx, actor, {
      action: ends ? 'billing.cancel' : 'billing.resume',
      target: { type: 'billing', id },
    }),
  )
  await refreshAccount(ctx, services, id)
  return { id }
}

/**
 * Returns the address of the provider's page for cards, addresses, tax ids and invoices. Owners. Throws
 * not_found, unavailable.
 */
export async function openPortal(ctx: VerbContext, services: BillingServices): Promise<{ url: string }> {
  const actor = authorize(ctx.actor, billingAccess.change)
  const { customerId } = await requireAccount(ctx.db, actor)
  if (customerId === null) throw new AppError('not_found', 'errors:notFound')
  const { url } = await asking(
    services.stripe.billingPortal.sessions.create({
      customer: customerId,
      return_url: `${services.appUrl}/dashboard/billing`,
    }),
  )
  return { url }
}

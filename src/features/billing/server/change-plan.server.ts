import { type SignedInActor, authorize } from '@plinth/core/access'
import type { Db } from '@plinth/core/database/server'
import { AppError, type VerbContext, writeAudit } from '@plinth/core/verb/server'
import { billingAccess } from '../billing.access.ts'
import type { ChangePlanInput } from '../billing.schema.ts'
import { planNamed } from '../offers.ts'
import { quantityOf, requireAccount } from './account.server.ts'
import type { BillingServices } from './billing-services.server.ts'
import { asking } from './provider/open-stripe.server.ts'
import { refreshAccount } from './refresh-account.server.ts'
import { priceOf } from './start-checkout.server.ts'

/**
 * Returns what a change to another plan or period costs at once, for the rest of the period; negative for
 * what is credited. Owners. Throws not_found, conflict without a plan that can be changed, unavailable.
 */
export async function previewPlan(
  ctx: VerbContext,
  input: ChangePlanInput,
  services: BillingServices,
): Promise<{ total: number; currency: string }> {
  const actor = authorize(ctx.actor, billingAccess.change)
  const { subscription, items } = await changeOf(ctx.db, { actor, input, services })
  const { total, currency } = await asking(
    services.stripe.invoices.createPreview({
      subscription,
      subscription_details: { items, proration_behavior: 'always_invoice' },
    }),
  )
  return { total, currency }
}

/**
 * Changes the plan or the period, and charges or credits the rest of the period. Changing to the same twice
 * charges once. A card that is declined changes nothing. Owners. Throws not_found, conflict, unavailable.
 */
export async function changePlan(
  ctx: VerbContext,
  input: ChangePlanInput,
  services: BillingServices,
): Promise<{ id: string }> {
  const actor = authorize(ctx.actor, billingAccess.change)
  // Another attempt has another key: the answer to one whose payment was declined is kept there.
  await refreshAccount(ctx, services, (await requireAccount(ctx.db, actor)).id)
  const { id, asked, subscription, items } = await changeOf(ctx.db, { actor, input, services })
  const [{ price }] = items
  await asking(
    services.stripe.subscriptions.update(
      subscription,
      { items, proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' },
      { idempotencyKey: `plan-${subscription}-${asked}-${price}` },
    ),
  )
  await ctx.db.transaction((tx) =>
    writeAudit(tx, actor, {
      action: 'billing.changePlan',
      target: { type: 'billing', id },
      details: { plan: input.plan },
    }),
  )
  await refreshAccount(ctx, services, id)
  return { id }
}

type Wanted = { actor: SignedInActor; input: ChangePlanInput; services: BillingServices }
type Item = { id: string; price: string; quantity: number }

async function changeOf(db: Db, { actor, input: { plan, interval }, services: { stripe } }: Wanted) {
  const account = await requireAccount(db, actor)
  const { id, asked, subscriptionId, itemId, currency, status, endsAt } = account
  const isPaid = (status === 'active' || status === 'trialing') && endsAt === null
  if (!isPaid || subscriptionId === null || itemId === null || currency === null)
    throw new AppError('conflict', 'billing:errors.noChange')
  const price = await priceOf(stripe, { plan, currency, interval })
  const quantity = await quantityOf(db, account, planNamed(plan) ?? {})
  const items: [Item] = [{ id: itemId, price, quantity }]
  return { id, asked, subscription: subscriptionId, items }
}

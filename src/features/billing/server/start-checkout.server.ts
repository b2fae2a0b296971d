import type Stripe from 'stripe'
import { and, eq, sql } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { digestOf, type Db } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import { AppError, type VerbContext } from '@plinth/core/verb/server'
import { billingAccess } from '../billing.access.ts'
import type { CheckoutInput } from '../billing.schema.ts'
import { amountOf, planNamed } from '../offers.ts'
import { priceKey } from '../plan.ts'
import { ensureCustomer, quantityOf, readAccount } from './account.server.ts'
import type { BillingServices } from './billing-services.server.ts'
import { type BillingAccount, billingAccounts } from './billing.table.server.ts'
import { asking } from './provider/open-stripe.server.ts'
import { isLive } from './provider/read-provider.server.ts'
import { refreshAccount } from './refresh-account.server.ts'

/** A session of the provider lives for a day; one that is about to end is not given out. */
const SESSION_KEPT = sql`interval '12 hours'`

/**
 * Returns the address of the page where the workspace buys a plan. What was asked for before and is still
 * open gets the same page; another choice closes that page first, so nobody pays twice. Owners. Throws
 * conflict when the workspace has a plan or another choice overtakes this one, unavailable.
 */
export async function startCheckout(
  ctx: VerbContext,
  input: CheckoutInput,
  services: BillingServices,
): Promise<{ url: string }> {
  const actor = authorize(ctx.actor, billingAccess.change)
  const account = await ensureCustomer(ctx, actor, services)
  await refreshAccount(ctx, services, account.id)
  const now = await readAccount(ctx.db, account.id)
  if (isLive(now.status)) throw new AppError('conflict', 'billing:errors.hasPlan')
  const params = await paramsOf(ctx.db, { account, input, services })
  const wanted = digestOf(JSON.stringify(params))
  const open = await openSession(ctx.db, now, wanted)
  if (open !== undefined) return { url: open }
  if (await closeSession(ctx.db, now, services)) {
    await refreshAccount(ctx, services, now.id)
    throw new AppError('conflict', 'billing:errors.hasPlan')
  }
  const key = await takeKey(ctx.db, now.id, wanted)
  const session = await asking(
    services.stripe.checkout.sessions.create(params, { idempotencyKey: `checkout-${key}` }),
  )
  return { url: await keepSession(ctx.db, { id: now.id, key, session }, services) }
}

type Wanted = { account: { id: string; customerId: string }; input: CheckoutInput; services: BillingServices }

async function paramsOf(
  db: Db,
  { account, input: { plan, currency, interval }, services: { stripe, appUrl } }: Wanted,
): Promise<Stripe.Checkout.SessionCreateParams> {
  const { isPerSeat, trialDays } = planNamed(plan) ?? {}
  const { organizationId } = await readAccount(db, account.id)
  const back = `${appUrl}/dashboard/billing`
  return {
    mode: 'subscription',
    customer: account.customerId,
    client_reference_id: account.id,
    line_items: [
      {
        price: await priceOf(stripe, { plan, currency, interval }),
        quantity: await quantityOf(db, { organizationId }, { isPerSeat }),
      },
    ],
    ...(trialDays ? { subscription_data: { trial_period_days: trialDays } } : {}),
    customer_update: { address: 'auto', name: 'auto' },
    tax_id_collection: { enabled: true },
    success_url: `${back}?paid=1`,
    cancel_url: back,
  }
}

/** Throws unavailable for a price that `npm run billing:sync` has not brought to the provider yet. */
export async function priceOf(stripe: Stripe, { plan, currency, interval }: CheckoutInput): Promise<string> {
  const { data } = await asking(
    stripe.prices.list({ lookup_keys: [priceKey(plan, currency, interval)], active: true, limit: 1 }),
  )
  const [price] = data
  if (!price || price.unit_amount !== amountOf(plan, currency, interval))
    throw new AppError('unavailable', 'billing:errors.notSynced')
  return price.id
}

/** The page that is open for what is wanted; undefined without one. */
async function openSession(db: Db, { id }: BillingAccount, wanted: string): Promise<string | undefined> {
  const [open] = await db
    .select({ url: billingAccounts.checkoutUrl })
    .from(billingAccounts)
    .where(
      and(
        eq(billingAccounts.id, id),
        eq(billingAccounts.checkoutFor, wanted),
        sql`${billingAccounts.checkoutAt} > now() - ${SESSION_KEPT}`,
      ),
    )
  return open?.url ?? undefined
}

/** Closes the page that was given out before. Returns whether it has been paid. */
export async function closeSession(
  db: Db,
  { id, checkoutSessionId }: Pick<BillingAccount, 'id' | 'checkoutSessionId'>,
  { stripe }: Pick<BillingServices, 'stripe'>,
): Promise<boolean> {
  if (checkoutSessionId === null) return false
  const session = await asking(stripe.checkout.sessions.retrieve(checkoutSessionId))
  if (session.status === 'open') await asking(stripe.checkout.sessions.expire(checkoutSessionId))
  await db
    .update(billingAccounts)
    .set({
      checkoutKey: null,
      checkoutFor: null,
      checkoutSessionId: null,
      checkoutUrl: null,
      checkoutAt: null,
    })
    .where(and(eq(billingAccounts.id, id), eq(billingAccounts.checkoutSessionId, checkoutSessionId)))
  return session.status === 'complete'
}

/**
 * The key of this choice. It is stored before the provider hears of it, so whoever repeats the call, after a
 * crash too, asks for the same session. Another choice takes another.
 */
async function takeKey(db: Db, id: string, wanted: string): Promise<string> {
  await db
    .update(billingAccounts)
    .set({ checkoutKey: createId(), checkoutFor: wanted, checkoutAt: sql`now()` })
    .where(
      and(
        eq(billingAccounts.id, id),
        sql`${billingAccounts.checkoutSessionId} is null`,
        sql`(${billingAccounts.checkoutFor} is distinct from ${wanted}
          or ${billingAccounts.checkoutAt} <= now() - ${SESSION_KEPT})`,
      ),
    )
  const { checkoutKey, checkoutFor } = await readAccount(db, id)
  if (checkoutKey === null || checkoutFor !== wanted) throw new AppError('conflict', 'errors:conflict')
  return checkoutKey
}

type Made = { id: string; key: string; session: Stripe.Checkout.Session }

/** Only a session that is written down is given out: any other choice finds and closes it. */
async function keepSession(db: Db, { id, key, session }: Made, { stripe }: BillingServices): Promise<string> {
  const [kept] = await db
    .update(billingAccounts)
    .set({ checkoutSessionId: session.id, checkoutUrl: session.url })
    .where(and(eq(billingAccounts.id, id), eq(billingAccounts.checkoutKey, key)))
    .returning({ url: billingAccounts.checkoutUrl })
  if (kept?.url) return kept.url
  await asking(stripe.checkout.sessions.expire(session.id))
  throw new AppError('conflict', 'errors:conflict')
}

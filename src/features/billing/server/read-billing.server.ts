import { desc, eq } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import type { VerbContext } from '@plinth/core/verb/server'
import { billingAccess } from '../billing.access.ts'
import { freePlan } from '../offers.ts'
import { findAccount, seatsOf } from './account.server.ts'
import type { BillingServices } from './billing-services.server.ts'
import { type BillingAccount, billingInvoices } from './billing.table.server.ts'
import { currentPlan } from './current-plan.server.ts'
import { isLive } from './provider/read-provider.server.ts'

const INVOICES = 24

/** The plan, the next invoice and the past ones of the active workspace. Owners. */
export async function readBilling(ctx: VerbContext, services: BillingServices) {
  const actor = authorize(ctx.actor, billingAccess.overview)
  const account = await findAccount(ctx.db, actor)
  const members = await seatsOf(ctx.db, actor.workspace)
  const plan = (account && currentPlan(account)) ?? freePlan
  if (!account)
    return {
      plan,
      members,
      hasCustomer: false,
      subscription: null,
      grantedUntil: null,
      next: null,
      invoices: [],
    }
  const invoices = await ctx.db
    .select({
      id: billingInvoices.id,
      number: billingInvoices.number,
      status: billingInvoices.status,
      currency: billingInvoices.currency,
      total: billingInvoices.total,
      url: billingInvoices.url,
      pdfUrl: billingInvoices.pdfUrl,
      issuedAt: billingInvoices.issuedAt,
    })
    .from(billingInvoices)
    .where(eq(billingInvoices.accountId, account.id))
    .orderBy(desc(billingInvoices.issuedAt), desc(billingInvoices.id))
    .limit(INVOICES)
  const { status, interval, amount, currency, seats, trialEnd, endsAt, periodEnd } = account
  return {
    plan,
    members,
    hasCustomer: account.customerId !== null,
    grantedUntil: plan === account.grantedPlan ? account.grantedUntil : null,
    subscription: isLive(status)
      ? { status, interval, amount, currency, seats, trialEnd, endsAt, periodEnd }
      : null,
    next: await nextInvoice(services, account),
    invoices,
  }
}

/** Undefined is what the page can be shown without: the provider may be slow or away. */
async function nextInvoice({ stripe }: BillingServices, { subscriptionId, status, endsAt }: BillingAccount) {
  if (subscriptionId === null || !isLive(status) || endsAt !== null) return null
  try {
    const {
      total,
      currency,
      next_payment_attempt: at,
      period_end: end,
    } = await stripe.invoices.createPreview(
      { subscription: subscriptionId },
      { timeout: 2_000, maxNetworkRetries: 0 },
    )
    return { total, currency, at: new Date((at ?? end) * 1_000) }
  } catch {
    return null
  }
}

import type Stripe from 'stripe'
import { planNamed } from '../../offers.ts'
import { intervals, planOfProduct } from '../../plan.ts'
import type { BillingAccount, billingInvoices } from '../billing.table.server.ts'
import { asking } from './open-stripe.server.ts'

const SUBSCRIPTIONS = 20
const INVOICES = 24

type Mirror = Pick<
  BillingAccount,
  | 'subscriptionId'
  | 'itemId'
  | 'status'
  | 'plan'
  | 'currency'
  | 'interval'
  | 'amount'
  | 'seats'
  | 'periodEnd'
  | 'trialEnd'
  | 'endsAt'
>
type Invoice = Omit<typeof billingInvoices.$inferInsert, 'accountId'>

/** What the provider says of a customer. */
export type Said = { mirror: Mirror; invoices: readonly Invoice[]; live: number }

const none: Mirror = {
  subscriptionId: null,
  itemId: null,
  status: null,
  plan: null,
  currency: null,
  interval: null,
  amount: null,
  seats: null,
  periodEnd: null,
  trialEnd: null,
  endsAt: null,
}

/** Statuses of a subscription, those that count most first. */
const order = [
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'paused',
  'incomplete',
  'canceled',
  'incomplete_expired',
]
const LIVE = 6
export const isLive = (status: string | null): boolean =>
  status !== null && order.slice(0, LIVE).includes(status)
/** The statuses in which the workspace has what it pays for. */
export const granting = ['active', 'trialing', 'past_due'] as const
const isGranting = (status: string | null) => granting.some((one) => one === status)

const dateOf = (seconds: number | null | undefined): Date | null =>
  typeof seconds === 'number' ? new Date(seconds * 1_000) : null

export async function readProvider(stripe: Stripe, customer: string): Promise<Said> {
  const [subscriptions, invoices] = await asking(
    Promise.all([
      stripe.subscriptions.list({ customer, status: 'all', limit: SUBSCRIPTIONS }),
      stripe.invoices.list({ customer, limit: INVOICES }),
    ]),
  )
  const [first] = subscriptions.data.toSorted(
    (one, other) => order.indexOf(one.status) - order.indexOf(other.status) || other.created - one.created,
  )
  return {
    mirror: first ? mirrorOf(first) : none,
    invoices: invoices.data.flatMap((invoice) => invoiceOf(invoice) ?? []),
    live: subscriptions.data.filter(({ status }) => isGranting(status)).length,
  }
}

function mirrorOf(subscription: Stripe.Subscription): Mirror {
  const [item] = subscription.items.data
  const product = item?.price.product
  const plan = typeof product === 'string' ? planOfProduct(product) : undefined
  const interval = item?.price.recurring?.interval
  return {
    subscriptionId: subscription.id,
    itemId: item?.id ?? null,
    status: subscription.status,
    plan: planNamed(plan) ? (plan ?? null) : null,
    currency: subscription.currency,
    interval: intervals.find((one) => one === interval) ?? null,
    amount: item?.price.unit_amount ?? null,
    seats: item?.quantity ?? null,
    periodEnd: dateOf(item?.current_period_end),
    trialEnd: subscription.status === 'trialing' ? dateOf(subscription.trial_end) : null,
    endsAt: dateOf(subscription.ended_at ?? subscription.cancel_at),
  }
}

function invoiceOf(invoice: Stripe.Invoice): Invoice | undefined {
  if (!invoice.id || invoice.status === null || invoice.status === 'draft') return undefined
  return {
    id: invoice.id,
    number: invoice.number,
    status: invoice.status,
    currency: invoice.currency,
    total: invoice.total,
    paid: invoice.amount_paid,
    url: invoice.hosted_invoice_url ?? null,
    pdfUrl: invoice.invoice_pdf ?? null,
    issuedAt: new Date(invoice.created * 1_000),
  }
}

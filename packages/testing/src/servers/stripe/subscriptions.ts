import type Stripe from 'stripe'
import { newId } from './shapes.ts'
import { Refusal, type StripeState } from './stripe-state.ts'

// What happens to subscriptions and invoices: what a request asks for, and what time brings.

const DAY = 86_400
const RETRY_AFTER = 3 * DAY
const RETRIES = 3
const TRIAL_NOTICE = 3 * DAY

type Wanted = {
  customer: string
  price: string
  quantity: number
  trialDays?: number | undefined
  metadata?: Record<string, string> | undefined
}

export const itemOf = ({ items }: Stripe.Subscription): Stripe.SubscriptionItem => {
  const [item] = items.data
  if (!item) throw new Error('A subscription without an item')
  return item
}

function periodAfter(start: number, price: Stripe.Price): number {
  const until = new Date(start * 1_000)
  if (price.recurring?.interval === 'year') until.setUTCFullYear(until.getUTCFullYear() + 1)
  else until.setUTCMonth(until.getUTCMonth() + 1)
  return Math.floor(until.getTime() / 1_000)
}

export function createSubscription(state: StripeState, wanted: Wanted): Stripe.Subscription {
  const now = state.now(wanted.customer)
  const price = state.get('price', wanted.price)
  const trialEnd = wanted.trialDays ? now + wanted.trialDays * DAY : null
  const id = newId('sub')
  const item = {
    ...(state.add('subscription_item', { subscription: id, created: now }) as object),
    price,
    quantity: wanted.quantity,
    current_period_start: now,
    current_period_end: trialEnd ?? periodAfter(now, price),
  } as unknown as Stripe.SubscriptionItem
  const made = state.add('subscription', {
    id,
    customer: wanted.customer,
    currency: price.currency,
    created: now,
    start_date: now,
    billing_cycle_anchor: trialEnd ?? now,
    cancel_at_period_end: false,
    metadata: wanted.metadata ?? {},
    trial_start: trialEnd && now,
    trial_end: trialEnd,
    status: trialEnd ? 'trialing' : 'incomplete',
    items: {
      object: 'list',
      data: [item],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
  })
  state.emit('customer.subscription.created', made, wanted.customer)
  if (!trialEnd) bill(state, made, { reason: 'subscription_create', amount: dueOf(state, made) })
  return made
}

/** The amount of the next invoice, with what has been prorated. */
export const dueOf = (state: StripeState, subscription: Stripe.Subscription): number => {
  const { price, quantity = 1 } = itemOf(subscription)
  return (price.unit_amount ?? 0) * quantity + (state.prorations.get(subscription.id) ?? 0)
}

type Billed = { reason: Stripe.Invoice.BillingReason; amount: number }

/** Writes an invoice and tries to collect it. */
function bill(state: StripeState, subscription: Stripe.Subscription, { reason, amount }: Billed): void {
  const customer = subscription.customer as string
  const now = state.now(customer)
  // A credit stays for the next invoice.
  if (amount < 0) state.prorations.set(subscription.id, amount)
  else state.prorations.delete(subscription.id)
  const item = itemOf(subscription)
  const id = newId('in')
  const invoice = state.add('invoice', {
    id,
    customer,
    currency: subscription.currency,
    created: now,
    status: 'open',
    number: `PL-${String(state.all('invoice').length + 1).padStart(4, '0')}`,
    billing_reason: reason,
    amount_due: Math.max(0, amount),
    amount_paid: 0,
    amount_remaining: Math.max(0, amount),
    subtotal: amount,
    total: amount,
    period_start: item.current_period_start,
    period_end: item.current_period_end,
    hosted_invoice_url: `${state.url}/invoice/${id}`,
    invoice_pdf: `${state.url}/invoice/${id}`,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { metadata: null, subscription: subscription.id },
    },
  })
  subscription.latest_invoice = id
  state.emit('invoice.created', invoice, customer)
  state.emit('invoice.finalized', invoice, customer)
  collect(state, subscription, invoice)
}

/** Charges the customer's card, and follows with the subscription. */
export function collect(
  state: StripeState,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
): void {
  const customer = subscription.customer as string
  invoice.attempted = true
  invoice.attempt_count += 1
  if (state.declined.has(customer) && invoice.amount_due > 0) {
    invoice.next_payment_attempt = invoice.attempt_count <= RETRIES ? state.now(customer) + RETRY_AFTER : null
    state.emit('invoice.payment_failed', invoice, customer)
    if (subscription.status === 'incomplete') return
    if (invoice.next_payment_attempt === null) end(state, subscription)
    else setStatus(state, subscription, 'past_due')
    return
  }
  Object.assign(invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    next_payment_attempt: null,
  })
  invoice.status_transitions.paid_at = state.now(customer)
  state.emit('invoice.paid', invoice, customer)
  setStatus(state, subscription, 'active')
}

function setStatus(
  state: StripeState,
  subscription: Stripe.Subscription,
  status: Stripe.Subscription.Status,
) {
  subscription.status = status
  state.emit('customer.subscription.updated', subscription, subscription.customer as string)
}

/** Ends a subscription at once. */
export function end(state: StripeState, subscription: Stripe.Subscription): void {
  if (subscription.status === 'canceled') throw new Refusal(404, `No such subscription: '${subscription.id}'`)
  const now = state.now(subscription.customer as string)
  Object.assign(subscription, {
    status: 'canceled',
    ended_at: now,
    canceled_at: subscription.canceled_at ?? now,
  })
  state.emit('customer.subscription.deleted', subscription, subscription.customer as string)
}

type Change = {
  cancelAtPeriodEnd?: boolean | undefined
  price?: string | undefined
  quantity?: number | undefined
  /** Whether what has been prorated is billed now. */
  billsNow?: boolean | undefined
}

/** What the rest of the period costs more after a change, with what has been prorated before. */
export function proratedBy(
  state: StripeState,
  subscription: Stripe.Subscription,
  { price, quantity }: Change,
): number {
  const earlier = state.prorations.get(subscription.id) ?? 0
  const item = itemOf(subscription)
  const next = price === undefined ? item.price : state.get('price', price)
  const before = (item.price.unit_amount ?? 0) * (item.quantity ?? 1)
  const after = (next.unit_amount ?? 0) * (quantity ?? item.quantity ?? 1)
  if (subscription.status === 'trialing') return earlier
  const { current_period_start: start, current_period_end: until } = item
  const left = Math.max(0, (until - state.now(subscription.customer as string)) / (until - start))
  // Another period begins now, and is paid as a whole.
  if (next.recurring?.interval !== item.price.recurring?.interval)
    return earlier + after - Math.round(before * left)
  return earlier + Math.round((after - before) * left)
}

export function changeSubscription(
  state: StripeState,
  subscription: Stripe.Subscription,
  change: Change,
): void {
  if (subscription.status === 'canceled')
    throw new Refusal(400, 'A canceled subscription can only update its cancellation_details and metadata.')
  const customer = subscription.customer as string
  const item = itemOf(subscription)
  if (change.cancelAtPeriodEnd !== undefined) {
    subscription.cancel_at_period_end = change.cancelAtPeriodEnd
    subscription.cancel_at = change.cancelAtPeriodEnd ? item.current_period_end : null
    subscription.canceled_at = change.cancelAtPeriodEnd ? state.now(customer) : null
  }
  const prorated = proratedBy(state, subscription, change)
  const { interval } = item.price.recurring ?? {}
  if (change.price !== undefined) item.price = state.get('price', change.price)
  if (change.quantity !== undefined) item.quantity = change.quantity
  if (item.price.recurring?.interval !== interval && subscription.status !== 'trialing') {
    item.current_period_start = state.now(customer)
    item.current_period_end = periodAfter(item.current_period_start, item.price)
  }
  if (prorated !== 0) state.prorations.set(subscription.id, prorated)
  if (prorated !== 0 && change.billsNow)
    bill(state, subscription, { reason: 'subscription_update', amount: prorated })
  state.emit('customer.subscription.updated', subscription, customer)
}

/** When something happens to the subscription by itself; undefined once it has ended. */
function nextMoment(state: StripeState, subscription: Stripe.Subscription): number | undefined {
  const { status, latest_invoice: latest, trial_end: trialEnd } = subscription
  const { current_period_end: periodEnd } = itemOf(subscription)
  if (status === 'trialing' && trialEnd !== null)
    return state.noticed.has(subscription.id)
      ? trialEnd
      : Math.max(subscription.created, trialEnd - TRIAL_NOTICE)
  if (status === 'active') return periodEnd
  if (status !== 'past_due' || typeof latest !== 'string') return undefined
  return state.get('invoice', latest).next_payment_attempt ?? undefined
}

/** Runs everything of one subscription that is due, each at its moment. */
export function passTime(state: StripeState, subscription: Stripe.Subscription): void {
  const customer = subscription.customer as string
  for (;;) {
    const due = nextMoment(state, subscription)
    if (due === undefined || due > state.now(customer)) return
    state.moment = due
    try {
      happen(state, subscription)
    } finally {
      state.moment = undefined
    }
  }
}

function happen(state: StripeState, subscription: Stripe.Subscription): void {
  const item = itemOf(subscription)
  if (subscription.status === 'past_due')
    collect(state, subscription, state.get('invoice', subscription.latest_invoice as string))
  else if (subscription.status === 'trialing' && !state.noticed.has(subscription.id)) {
    state.noticed.add(subscription.id)
    state.emit('customer.subscription.trial_will_end', subscription, subscription.customer as string)
  } else if (subscription.cancel_at_period_end) end(state, subscription)
  else {
    item.current_period_start = item.current_period_end
    item.current_period_end = periodAfter(item.current_period_start, item.price)
    bill(state, subscription, { reason: 'subscription_cycle', amount: dueOf(state, subscription) })
  }
}

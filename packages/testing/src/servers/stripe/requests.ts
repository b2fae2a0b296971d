import type Stripe from 'stripe'
import { formOf, formsOf, numberOf, textOf, type Form } from './form.ts'
import { newId, shape } from './shapes.ts'
import { Refusal, type StripeState } from './stripe-state.ts'
import {
  changeSubscription,
  createSubscription,
  dueOf,
  end,
  itemOf,
  passTime,
  proratedBy,
} from './subscriptions.ts'

// The requests of the provider's API that are answered, by method and path.

type Call = { state: StripeState; form: Form; id: string }
type Answer = (call: Call) => object

const DAY = 86_400
const metadataOf = (form: Form) => (formOf(form.metadata) ?? {}) as Record<string, string>
const listOf = (data: readonly object[], form: Form = {}) => {
  const limit = numberOf(form.limit) ?? 10
  return { object: 'list', data: data.slice(0, limit), has_more: data.length > limit, url: '/v1' }
}
const flag = (value: unknown) => (value === undefined ? undefined : value === 'true')

const products: Record<string, Answer> = {
  'POST /v1/products': ({ state, form }) =>
    state.add('product', {
      ...(typeof form.id === 'string' ? { id: form.id } : {}),
      name: textOf(form.name) ?? '',
      active: true,
      created: state.now(),
      metadata: metadataOf(form),
    }),
  'GET /v1/products/:id': ({ state, id }) => state.get('product', id),
  'POST /v1/products/:id': ({ state, form, id }) =>
    Object.assign(state.get('product', id), textOf(form.name) === undefined ? {} : { name: form.name }),
  'GET /v1/prices': ({ state, form }) => {
    const keys = formsOf(form.lookup_keys) as unknown as string[]
    const active = flag(form.active)
    return listOf(
      state.all(
        'price',
        (price) =>
          (keys.length === 0 || keys.includes(price.lookup_key ?? '')) &&
          (active === undefined || price.active === active),
      ),
      form,
    )
  },
  'POST /v1/prices': ({ state, form }) => {
    const key = textOf(form.lookup_key) ?? null
    const [holder] = state.all('price', (price) => key !== null && price.lookup_key === key)
    if (holder && form.transfer_lookup_key !== 'true')
      throw new Refusal(400, `A price (\`${holder.id}\`) already uses that lookup key.`)
    if (holder) holder.lookup_key = null
    const amount = numberOf(form.unit_amount) ?? 0
    return state.add('price', {
      product: state.get('product', textOf(form.product) ?? '').id,
      currency: textOf(form.currency) ?? '',
      unit_amount: amount,
      unit_amount_decimal: String(amount) as never,
      lookup_key: key,
      active: true,
      created: state.now(),
      metadata: metadataOf(form),
      recurring: {
        ...(shape('price', {}).recurring as Stripe.Price.Recurring),
        interval: (textOf(formOf(form.recurring)?.interval) ?? 'month') as 'month' | 'year',
      },
    })
  },
  'POST /v1/prices/:id': ({ state, form, id }) => {
    const active = flag(form.active)
    return Object.assign(state.get('price', id), active === undefined ? {} : { active })
  },
}

const customers: Record<string, Answer> = {
  'POST /v1/customers': ({ state, form }) => {
    const made = state.add('customer', {
      email: textOf(form.email) ?? null,
      name: textOf(form.name) ?? null,
      metadata: metadataOf(form),
      test_clock: textOf(form.test_clock) ?? null,
      created: state.now(),
    })
    state.emit('customer.created', made, made.id)
    return made
  },
  'GET /v1/customers/:id': ({ state, id }) => state.get('customer', id),
  'POST /v1/customers/:id': ({ state, form, id }) =>
    Object.assign(state.get('customer', id), {
      ...(textOf(form.email) === undefined ? {} : { email: form.email }),
      ...(textOf(form.name) === undefined ? {} : { name: form.name }),
    }),
  'GET /v1/subscriptions': ({ state, form }) =>
    listOf(
      state.all(
        'subscription',
        ({ customer, status }) =>
          (form.customer === undefined || customer === form.customer) &&
          (form.status === 'all' ||
            (form.status === undefined ? status !== 'canceled' : status === form.status)),
      ),
      form,
    ),
  'GET /v1/subscriptions/:id': ({ state, id }) => state.get('subscription', id),
  'POST /v1/subscriptions/:id': ({ state, form, id }) => {
    const subscription = state.get('subscription', id)
    const [item] = formsOf(form.items)
    if (item?.id !== undefined && item.id !== itemOf(subscription).id)
      throw new Refusal(400, `Invalid item: ${textOf(item.id)}`)
    const change = {
      cancelAtPeriodEnd: flag(form.cancel_at_period_end),
      price: textOf(item?.price),
      quantity: numberOf(item?.quantity),
      billsNow: form.proration_behavior === 'always_invoice',
    }
    const isDeclined = state.declined.has(subscription.customer as string)
    if (isDeclined && change.billsNow && proratedBy(state, subscription, change) > 0)
      throw new Refusal(402, 'Your card was declined.', { type: 'card_error', code: 'card_declined' })
    changeSubscription(state, subscription, change)
    return subscription
  },
  'DELETE /v1/subscriptions/:id': ({ state, id }) => {
    const subscription = state.get('subscription', id)
    end(state, subscription)
    return subscription
  },
  'GET /v1/invoices': ({ state, form }) =>
    listOf(
      state.all('invoice', ({ customer }) => form.customer === undefined || customer === form.customer),
      form,
    ),
  'POST /v1/invoices/create_preview': ({ state, form }) => {
    const subscription = state.get('subscription', textOf(form.subscription) ?? '')
    if (subscription.status === 'canceled' || subscription.cancel_at_period_end)
      throw new Refusal(404, 'No upcoming invoices for customer', { code: 'invoice_upcoming_none' })
    const [item] = formsOf(formOf(form.subscription_details)?.items)
    const change = { price: textOf(item?.price), quantity: numberOf(item?.quantity) }
    const amount = item ? proratedBy(state, subscription, change) : dueOf(state, subscription)
    const due = itemOf(subscription).current_period_end
    return shape('invoice', {
      customer: subscription.customer,
      currency: subscription.currency,
      status: 'draft',
      amount_due: amount,
      total: amount,
      subtotal: amount,
      next_payment_attempt: due,
      period_end: due,
    })
  },
}

const sessions: Record<string, Answer> = {
  'POST /v1/checkout/sessions': ({ state, form }) => {
    const customer = state.get('customer', textOf(form.customer) ?? '').id
    const [line] = formsOf(form.line_items)
    const price = state.get('price', textOf(line?.price) ?? '')
    if (!price.active) throw new Refusal(400, `The price specified is inactive: ${price.id}`)
    const id = newId('cs_test')
    const data = formOf(form.subscription_data)
    const now = state.now(customer)
    return state.add('checkout.session', {
      id,
      customer,
      created: now,
      expires_at: now + DAY,
      mode: 'subscription',
      status: 'open',
      payment_status: 'unpaid',
      currency: price.currency,
      success_url: textOf(form.success_url) ?? null,
      cancel_url: textOf(form.cancel_url) ?? null,
      client_reference_id: textOf(form.client_reference_id) ?? null,
      url: `${state.url}/pay/${id}`,
      metadata: {
        price: price.id,
        quantity: textOf(line?.quantity) ?? '1',
        trialDays: textOf(data?.trial_period_days) ?? '0',
      },
    })
  },
  'GET /v1/checkout/sessions/:id': ({ state, id }) => state.get('checkout.session', id),
  'POST /v1/checkout/sessions/:id/expire': ({ state, id }) => {
    const session = state.get('checkout.session', id)
    if (session.status !== 'open')
      throw new Refusal(400, `Only Checkout Sessions with a status in ["open"] can be expired.`)
    return expire(state, session)
  },
  'POST /v1/billing_portal/sessions': ({ state, form }) => {
    const id = newId('bps')
    return state.add('billing_portal.session', {
      id,
      customer: state.get('customer', textOf(form.customer) ?? '').id,
      return_url: textOf(form.return_url) ?? null,
      url: `${state.url}/portal/${id}`,
    })
  },
  'POST /v1/test_helpers/test_clocks': ({ state, form }) =>
    state.add('test_helpers.test_clock', { frozen_time: numberOf(form.frozen_time) ?? 0, status: 'ready' }),
  'POST /v1/test_helpers/test_clocks/:id/advance': ({ state, form, id }) => {
    const clock = state.get('test_helpers.test_clock', id)
    clock.frozen_time = Math.max(clock.frozen_time, numberOf(form.frozen_time) ?? 0)
    advance(state)
    return clock
  },
}

function expire(state: StripeState, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  session.status = 'expired'
  state.emit('checkout.session.expired', session, session.customer as string)
  return session
}

/** Everything that is due by the clocks. */
export function advance(state: StripeState): void {
  for (const session of state.all('checkout.session', ({ status }) => status === 'open'))
    if (session.expires_at <= state.now(session.customer as string)) expire(state, session)
  for (const subscription of state.all('subscription')) passTime(state, subscription)
}

/** What the customer does on the page of a checkout: pays. */
export function complete(state: StripeState, id: string): Stripe.Checkout.Session {
  const session = state.get('checkout.session', id)
  if (session.status !== 'open') throw new Refusal(400, 'This checkout is over.')
  const customer = session.customer as string
  const { price = '', quantity, trialDays } = session.metadata ?? {}
  const subscription = createSubscription(state, {
    customer,
    price,
    quantity: Number(quantity),
    trialDays: Number(trialDays),
  })
  Object.assign(session, { status: 'complete', payment_status: 'paid', subscription: subscription.id })
  state.emit('checkout.session.completed', session, customer)
  return session
}

const answers = Object.entries({ ...products, ...customers, ...sessions }).map(([name, answer]) => {
  const [method, path = ''] = name.split(' ')
  return { method, pattern: new RegExp(`^${path.replace(':id', '(?<id>[^/]+)')}$`), answer }
})

/** Answers a request. Throws Refusal. */
export function answerRequest(
  state: StripeState,
  { method, path, form }: { method: string; path: string; form: Form },
): object {
  for (const { method: own, pattern, answer } of answers) {
    const found = own === method ? pattern.exec(path) : null
    if (found) return answer({ state, form, id: found.groups?.id ?? '' })
  }
  throw new Refusal(404, `Unrecognized request URL (${method}: ${path}).`)
}

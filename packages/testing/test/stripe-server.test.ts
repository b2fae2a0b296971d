import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startStripeServer, type StripeServer } from '../src/servers/stripe/stripe-server.ts'

// What the stand-in does is checked with the provider's own library, which is what talks to it.

let server: StripeServer
let stripe: Stripe
let receiver: Server
let hook: string
const received: Stripe.Event[] = []

beforeAll(async () => {
  server = await startStripeServer()
  const { hostname, port } = new URL(server.url)
  stripe = new Stripe(server.secretKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 })
  receiver = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const signature = request.headers['stripe-signature'] ?? ''
      const body = Buffer.concat(chunks)
      try {
        received.push(stripe.webhooks.constructEvent(body, signature, 'whsec_standin'))
        response.writeHead(200).end()
      } catch {
        response.writeHead(400).end()
      }
    })()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})
afterAll(async () => {
  await server.close()
  await new Promise((resolve) => receiver.close(resolve))
})

async function subscribe({ trialDays = 0, quantity = 2, declined = false } = {}) {
  const product = await stripe.products.create({ name: 'Team' })
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'eur',
    unit_amount: 1_200,
    recurring: { interval: 'month' },
  })
  const customer = await stripe.customers.create({ email: 'ada@example.com' })
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: price.id, quantity }],
    success_url: 'http://localhost/ok',
    ...(trialDays > 0 ? { subscription_data: { trial_period_days: trialDays } } : {}),
  })
  if (declined) server.state.declined.add(customer.id)
  server.pay(session.url ?? '')
  return { customer: customer.id, session: session.id, now: () => current(customer.id) }
}

async function current(customer: string) {
  const { data } = await stripe.subscriptions.list({ customer, status: 'all' })
  return data[0]
}

test('a checkout becomes a subscription with a paid invoice, and a second payment is refused', async () => {
  const { customer, session, now } = await subscribe()
  expect((await now())?.status).toBe('active')
  const { data } = await stripe.invoices.list({ customer })
  expect(data.map(({ status, total }) => [status, total])).toEqual([['paid', 2_400]])
  expect((await stripe.checkout.sessions.retrieve(session)).status).toBe('complete')
  expect(() => server.pay(`${server.url}/pay/${session}`)).toThrow('This checkout is over.')
})

test('a trial ends with an invoice; a declined card makes the subscription past due and then ends it', async () => {
  const { customer, now } = await subscribe({ trialDays: 14 })
  expect((await now())?.status).toBe('trialing')
  server.state.declined.add(customer)
  server.advance(14 * 86_400)
  expect((await now())?.status).toBe('past_due')
  server.advance(10 * 86_400)
  expect((await now())?.status).toBe('canceled')
  const types = server.state.events
    .filter(({ data }) => (data.object as { customer?: string }).customer === customer)
    .map(({ type }) => type)
  expect(types).toContain('customer.subscription.trial_will_end')
  expect(types.filter((type) => type === 'invoice.payment_failed').length).toBe(4)
  expect(types.at(-1)).toBe('customer.subscription.deleted')
})

test('a change of the quantity is prorated on the next invoice, and cancelling ends with the period', async () => {
  const { customer, now } = await subscribe()
  const subscription = await now()
  const item = subscription?.items.data[0]
  await stripe.subscriptions.update(subscription?.id ?? '', {
    items: [{ id: item?.id ?? '', quantity: 4 }],
  })
  const preview = await stripe.invoices.createPreview({ subscription: subscription?.id ?? '' })
  expect(preview.total).toBeGreaterThan(4 * 1_200)
  await stripe.subscriptions.update(subscription?.id ?? '', { cancel_at_period_end: true })
  server.advance(32 * 86_400)
  expect((await now())?.status).toBe('canceled')
  expect((await stripe.invoices.list({ customer })).data).toHaveLength(1)
})

test('a key is answered once: the same request again changes nothing, another is refused', async () => {
  const once = { idempotencyKey: 'customer-1' }
  const [one, two] = [
    await stripe.customers.create({ name: 'Ada' }, once),
    await stripe.customers.create({ name: 'Ada' }, once),
  ]
  expect(two.id).toBe(one.id)
  await expect(stripe.customers.create({ name: 'Ben' }, once)).rejects.toThrow('same parameters')
})

test('an answer that is lost has done its work, which a retry with the same key finds', async () => {
  const count = () => server.state.all('customer').length
  const before = count()
  server.faults = ['answerLost', 'answerLost']
  const once = { idempotencyKey: 'customer-2' }
  await expect(stripe.customers.create({ name: 'Ada' }, once)).rejects.toThrow()
  expect(count()).toBe(before + 1)
  await stripe.customers.create({ name: 'Ada' }, once)
  expect(count()).toBe(before + 1)
})

test.each([
  [429, 'StripeRateLimitError'],
  [500, 'StripeAPIError'],
] as const)('the fault %s reaches the library', async (fault, type) => {
  server.faults = [fault]
  await expect(stripe.customers.create({ name: 'Ada' })).rejects.toMatchObject({ type })
})

test('events are signed as the library verifies them, and arrive late, doubled, reordered or not at all', async () => {
  server.webhooks = { url: hook, faults: { doubled: true, reordered: true, lateMs: 5 } }
  received.length = 0
  await stripe.customers.create({ name: 'First' })
  await stripe.customers.create({ name: 'Second' })
  await server.settled()
  const names = received.map(({ data }) => (data.object as Stripe.Customer).name)
  expect(names.toSorted()).toEqual(['First', 'Second', 'Second'])
  server.webhooks.faults = { lost: true }
  received.length = 0
  await stripe.customers.create({ name: 'Third' })
  await server.settled()
  expect(received).toEqual([])
  const [event] = server.state.events.slice(-1)
  if (!event) throw new Error('No event')
  expect(await server.send(event, { url: hook, secret: 'whsec_wrong' })).toBe(400)
  expect(await server.send(event, { url: hook })).toBe(200)
})

test('a customer with a clock of its own has its own time', async () => {
  const start = Math.floor(Date.now() / 1_000)
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: start })
  const customer = await stripe.customers.create({ name: 'Ada', test_clock: clock.id })
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: start + 1_000 })
  expect(server.state.now(customer.id)).toBe(start + 1_000)
})

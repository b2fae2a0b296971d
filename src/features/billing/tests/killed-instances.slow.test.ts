import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { SignedInActor } from '@plinth/core/access'
import { auditOf } from '@plinth/testing/expect-audit.ts'
import { createSession, createTeam } from '@plinth/testing/factories.ts'
import { openApp, publicSettings, startTwin } from '@plinth/testing/http/open-app.ts'
import { startApp, type RunningApp } from '@plinth/testing/programs/running-app.ts'
import { atEnd } from '@plinth/testing/runner/at-end.ts'
import { billingAccounts, billingEvents } from '../server/billing.table.server.ts'
import { subscriptionsOf } from './billing-stage.ts'
import { startProvider, webhookOf } from './start-with-provider.ts'

// Processes end by SIGKILL between what the provider has done and what is written here.

const DAY = 86_400
/** A job of a process that was killed runs elsewhere within a minute. */
const RECOVERED = { timeout: 120_000, interval: 250 }

const provider = await startProvider()
const { server } = provider
atEnd(() => server.close())
const { BETTER_AUTH_SECRET } = publicSettings
const env = { ...provider.env, BETTER_AUTH_SECRET }
const first = await openApp(env)
const { db, url, port } = first
server.webhooks.url = webhookOf(first)

let app: RunningApp = first
atEnd(async () => void (await app.stop()))

/** Another process takes the place of the one that was killed. */
async function replace(): Promise<void> {
  app = await startApp({ env: { ...env, DATABASE_URL: first.database.url }, port })
}

type Phase = 'before its answer' | 'after its answer'

/**
 * Kills the process at that call of the provider, by the number of those that `isCounted`. Returns what waits
 * for it and tells whether it has happened.
 */
function killAt(call: number, phase: Phase, isCounted: (request: string) => boolean = () => true) {
  let calls = 0
  const killed = new Promise<boolean>((resolve) => {
    const kill = () => app.kill().then(() => resolve(true))
    server.whenDone = (request) => {
      if (!isCounted(request) || ++calls !== call) return
      if (phase === 'before its answer') return kill()
      setTimeout(() => void kill(), 3)
    }
  })
  return async (withinMs: number) => {
    const isKilled = await Promise.race([killed, pause(withinMs, false)])
    server.whenDone = () => {}
    return isKilled
  }
}

/** Calls procedures as an owner's browser does. */
async function callerOf(actor: SignedInActor) {
  const cookie = (await createSession(db, actor, { secret: BETTER_AUTH_SECRET })).cookie(url)
  return async (name: string, input?: object, at = url) => {
    const answer = await fetch(`${at}/api/trpc/${name}`, {
      method: 'POST',
      headers: { origin: url, cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ json: input }),
    })
    const { result } = (await answer.json()) as { result?: { data: { json: { url?: string } } } }
    return { status: answer.status, page: result?.data.json.url ?? '' }
  }
}

async function accountOf({ workspace: { organizationId } }: SignedInActor) {
  const [account] = await db
    .select()
    .from(billingAccounts)
    .where(eq(billingAccounts.organizationId, organizationId ?? ''))
  if (!account) throw new Error('No account')
  return account
}

const business = { plan: 'business', currency: 'eur', interval: 'month' }

/** One customer, one subscription and one payment, and no page that can be paid as well. */
async function expectBoughtOnce(actor: SignedInActor): Promise<void> {
  await expect.poll(async () => (await accountOf(actor)).status, RECOVERED).toBe('active')
  const { id, customerId, plan } = await accountOf(actor)
  const { state } = server
  expect(plan).toBe('business')
  expect(state.all('customer', ({ metadata }) => metadata.account === id)).toHaveLength(1)
  expect(subscriptionsOf(server, customerId)).toHaveLength(1)
  expect(state.all('invoice', (one) => one.customer === customerId)).toMatchObject([{ total: 19_900 }])
  const isOpen = (one: { customer: unknown; status: string | null }) =>
    one.customer === customerId && one.status === 'open'
  expect(state.all('checkout.session', isOpen)).toEqual([])
}

async function allApplied(customerId: string | null): Promise<void> {
  const isLeft = and(eq(billingEvents.customerId, customerId ?? ''), eq(billingEvents.isApplied, false))
  await expect.poll(() => db.$count(billingEvents, isLeft), RECOVERED).toBe(0)
}

test.each<Phase>(['before its answer', 'after its answer'])(
  'a checkout whose process is killed at any call, %s, is bought once',
  { timeout: 900_000 },
  async (phase) => {
    let step = 0
    for (let isKilled = true; isKilled;) {
      const { owner } = await createTeam(db)
      const ask = await callerOf(owner)
      const killed = killAt(++step, phase)
      const began = await ask('billing.checkout', business).catch(() => undefined)
      isKilled = await killed(began ? 500 : 10_000)
      if (isKilled) await replace()
      const { status, page } = await ask('billing.checkout', business)
      expect(status).toBe(200)
      expect((await ask('billing.checkout', business)).page).toBe(page)
      server.pay(page)
      await expectBoughtOnce(owner)
    }
    // Customer, subscriptions, invoices, price and session, and what jobs read meanwhile.
    expect(step).toBeGreaterThan(5)
  },
)

test('seats whose process is killed at any call become the members, and are prorated once', async () => {
  const teams = await Promise.all([1, 2, 3, 4, 5].map(() => createTeam(db)))
  for (const { owner } of teams) {
    const ask = await callerOf(owner)
    server.pay((await ask('billing.checkout', { ...business, plan: 'team' })).page)
  }
  server.advance(15 * DAY)
  await server.settled()
  for (const [at, { owner, member }] of teams.entries()) {
    const ask = await callerOf(owner)
    await ask('billing.refresh')
    const { customerId, subscriptionId } = await accountOf(owner)
    await allApplied(customerId)
    const killed = killAt(at + 1, at % 2 === 0 ? 'before its answer' : 'after its answer', (request) =>
      [customerId, subscriptionId].some((id) => id !== null && request.includes(id)),
    )
    await ask('organizations.removeMember', { userId: member.userId }).catch(() => undefined)
    expect(await killed(30_000)).toBe(true)
    await replace()
  }
  for (const { owner } of teams) {
    await expect.poll(async () => (await accountOf(owner)).seats, RECOVERED).toBe(2)
    const { customerId, subscriptionId } = await accountOf(owner)
    expect(subscriptionsOf(server, customerId)[0]?.items.data[0]?.quantity).toBe(2)
    // One seat less for the rest of the month: 9 euros at most.
    const prorated = server.state.prorations.get(subscriptionId ?? '')
    expect(prorated).toBeLessThan(0)
    expect(prorated).toBeGreaterThanOrEqual(-900)
  }
}, 900_000)

test('two instances that get the same events at once apply each once, and sell one page', async () => {
  const twin = await startTwin(first, provider.env)
  const { owner } = await createTeam(db)
  const ask = await callerOf(owner)
  const asked = await Promise.all(
    Array.from({ length: 6 }, (_, at) =>
      ask('billing.checkout', business, at % 2 === 0 ? app.url : twin.url),
    ),
  )
  // Whoever was overtaken is told so.
  expect(asked.every(({ status }) => status === 200 || status === 409)).toBe(true)
  const [page = '', ...others] = new Set(asked.flatMap((one) => (one.status === 200 ? [one.page] : [])))
  expect(others).toEqual([])
  server.webhooks.url = undefined
  server.pay(page)
  const { id, customerId } = await accountOf(owner)
  const events = server.state.events.filter(
    ({ data }) => (data.object as { customer?: string }).customer === customerId,
  )
  const sent = events.flatMap((event) =>
    [app, twin, app, twin].map((instance) => server.send(event, { url: webhookOf(instance) })),
  )
  expect(new Set(await Promise.all(sent))).toEqual(new Set([204]))
  await allApplied(customerId)
  await expectBoughtOnce(owner)
  for (const event of events) {
    const { rows } = await db.execute(
      sql`select from pgboss.job where name = 'apply-billing-event' and data->>'eventId' = ${event.id}`,
    )
    expect(rows).toHaveLength(1)
  }
  const changes = (await auditOf(db, id)).filter(({ action }) => action === 'billing.change')
  expect(changes.map(({ details }) => details)).toEqual([{ plan: 'business', status: 'active' }])
}, 300_000)

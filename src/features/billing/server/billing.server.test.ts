import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SignedInActor } from '@plinth/core/access'
import { member, user } from '@plinth/core/database/server'
import { mail } from '@plinth/core/internal/email/mail.table.server.ts'
import { auditOf } from '@plinth/testing/expect-audit.ts'
import { actorOf, createOrganization, createTeam, createUser } from '@plinth/testing/factories.ts'
import { failureOf } from '@plinth/testing/failure-of.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { prepareQueues } from '@plinth/testing/prepare-queues.ts'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { openBillingStage, subscriptionsOf } from '../tests/billing-stage.ts'
import { endGrant, grantPlan, listWorkspaces, readRevenue } from './admin.server.ts'
import { endBilling, requireOver } from './end-billing.server.ts'
import { changePlan, previewPlan } from './change-plan.server.ts'
import { refreshBilling, setEnding } from './change-subscription.server.ts'
import { exportInvoices } from './export-billing.server.ts'
import { readBilling } from './read-billing.server.ts'
import { reconcile, storeEvent } from './receive-event.server.ts'
import { syncPrices } from './provider/sync-prices.server.ts'
import { startCheckout } from './start-checkout.server.ts'
import { followMembers, syncSeats, syncSeatsJob } from './sync-seats.server.ts'
import { billingAccounts, billingEvents } from './billing.table.server.ts'

provideAllTexts()
const { db, pool } = await openTestDatabase()
const stage = await openBillingStage(db)
const { server, services, context } = stage
const DAY = 86_400

beforeAll(() => prepareQueues({ pool }))
beforeEach(() => {
  server.faults = []
})

const contextOf = (actor: SignedInActor) => makeContext(db, actor)
const owner = async () => (await createTeam(db)).owner

async function buy(actor: SignedInActor, plan: 'team' | 'business' = 'team') {
  const { url } = await stage.checkout(actor, { plan })
  server.pay(url)
  await refreshBilling(contextOf(actor), services)
}

const ENDED = 'The process has ended'

/** The database of a process that ends before its statement with that number. */
function endingAt(number: number): typeof db {
  let left = number
  return new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function' || !/^(select|insert|update|transaction|\$count)$/.test(String(name)))
        return value
      return (...given: unknown[]) => {
        left -= 1
        if (left <= 0) throw new Error(ENDED)
        return value.apply(target, given) as unknown
      }
    },
  })
}

/** The names of the mails to that user, oldest first. */
async function mailsTo({ userId }: SignedInActor): Promise<string[]> {
  const sent = await db
    .select({ template: mail.template })
    .from(mail)
    .innerJoin(user, sql`position(${user.email} in ${mail.to}) > 0`)
    .where(eq(user.id, userId))
    .orderBy(mail.createdAt)
  return sent.map(({ template }) => template)
}

describe('buying', () => {
  test('a workspace that has paid has the plan, with a seat for each member and its invoice', async () => {
    const actor = await owner()
    expect((await readBilling(contextOf(actor), services)).plan).toBe('free')
    await buy(actor)
    server.advance(15 * DAY)
    await refreshBilling(contextOf(actor), services)
    const { plan, subscription, invoices, next, members } = await readBilling(contextOf(actor), services)
    expect({ plan, members, seats: subscription?.seats, status: subscription?.status }).toEqual({
      plan: 'team',
      members: 3,
      seats: 3,
      status: 'active',
    })
    expect(invoices.map(({ total, status, currency }) => ({ total, status, currency }))).toEqual([
      { total: 2_700, status: 'paid', currency: 'eur' },
    ])
    expect(next?.total).toBe(2_700)
  })

  test('a personal workspace buys for itself, with one seat', async () => {
    const actor = actorOf(await createUser(db))
    await buy(actor, 'business')
    expect((await stage.accountOf(actor)).seats).toBe(1)
    expect(await stage.planOf(actor)).toBe('business')
    expect(await exportInvoices(db, actor.userId)).toMatchObject([{ total: 19_900, status: 'paid' }])
  })

  test('asking again gives the same page; another choice closes the first', async () => {
    const actor = await owner()
    const [one, two] = [await stage.checkout(actor), await stage.checkout(actor)]
    expect(two.url).toBe(one.url)
    const other = await stage.checkout(actor, { plan: 'business' })
    expect(other.url).not.toBe(one.url)
    expect(() => server.pay(one.url)).toThrow('This checkout is over.')
    server.pay(other.url)
    expect(await failureOf(stage.checkout(actor))).toMatchObject({ code: 'billing:errors.hasPlan' })
  })

  test('a page that was paid while another choice was made is found, and not paid again', async () => {
    const actor = await owner()
    const { url } = await stage.checkout(actor)
    server.pay(url)
    expect((await failureOf(stage.checkout(actor, { plan: 'business' }))).code).toBe('billing:errors.hasPlan')
    expect(await stage.planOf(actor)).toBe('team')
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'a call whose answer number %i is lost is repeated without a second customer, session or payment',
    async (at) => {
      const actor = await owner()
      const customers = server.state.all('customer').length
      const sessions = server.state.all('checkout.session').length
      server.faults = [...Array<undefined>(at - 1).fill(undefined), 'answerLost', 'answerLost']
      await stage.checkout(actor).catch(() => {})
      server.faults = []
      const { url } = await stage.checkout(actor)
      server.pay(url)
      await refreshBilling(contextOf(actor), services)
      expect(server.state.all('customer').length - customers).toBe(1)
      expect(server.state.all('checkout.session').length - sessions).toBe(1)
      expect(await stage.planOf(actor)).toBe('team')
    },
  )

  test('a process that ends at any step of its own leaves nothing that is paid twice', async () => {
    let isWhole = false
    for (let at = 1; !isWhole; at++) {
      const actor = await owner()
      const customers = server.state.all('customer').length
      const input = { plan: 'team', currency: 'eur', interval: 'month' } as const
      await startCheckout(makeContext(endingAt(at), actor), input, services).then(
        () => (isWhole = true),
        (error: unknown) => expect(String(error)).toContain(ENDED),
      )
      const { url } = await stage.checkout(actor)
      server.pay(url)
      await refreshBilling(contextOf(actor), services)
      expect(server.state.all('customer').length - customers).toBe(1)
      const { customerId } = await stage.accountOf(actor)
      expect(subscriptionsOf(server, customerId)).toHaveLength(1)
      expect(await stage.planOf(actor)).toBe('team')
      expect(at).toBeLessThan(40)
    }
  })

  test('two owners who choose at the same time can pay one page only', async () => {
    const actor = await owner()
    await stage.checkout(actor)
    const started = await Promise.allSettled([
      stage.checkout(actor, { plan: 'business' }),
      stage.checkout(actor, { interval: 'year' }),
    ])
    const urls = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value.url] : []))
    const paid = urls.filter((url) => {
      try {
        server.pay(url)
        return true
      } catch {
        return false
      }
    })
    expect(paid.length).toBeLessThan(2)
  })

  test.each([429, 500, 'silent'] as const)(
    '%s of the provider is said, and changes nothing',
    async (fault) => {
      const actor = await owner()
      server.faults = [fault]
      expect(await failureOf(stage.checkout(actor))).toMatchObject({
        kind: 'unavailable',
        code: 'billing:errors.providerDown',
      })
      expect((await stage.checkout(actor)).url).toContain('/pay/')
    },
  )

  test('only owners, verified and not impersonated', async () => {
    const { admin, owner: one } = await createTeam(db)
    for (const actor of [admin, { ...one, impersonatedBy: 'x' }, { ...one, emailVerified: false }])
      expect((await failureOf(stage.checkout(actor))).kind).toBe('forbidden')
  })
})

describe('events', () => {
  test('an event is stored and applied once, and says nothing by itself', async () => {
    const actor = await owner()
    const { url } = await stage.checkout(actor)
    server.pay(url)
    const { customerId } = await stage.accountOf(actor)
    const events = server.state.events.filter(
      ({ data }) => (data.object as { customer?: string }).customer === customerId,
    )
    const [first] = events
    if (!first) throw new Error('No event')
    await Promise.all([storeEvent(db, first), storeEvent(db, first)])
    const stored = await db.select().from(billingEvents).where(eq(billingEvents.id, first.id))
    expect(stored).toHaveLength(1)
    const { rows } = await db.execute(
      sql`select from pgboss.job where name = 'apply-billing-event' and data->>'eventId' = ${first.id}`,
    )
    expect(rows).toHaveLength(1)
    await stage.take(first)
    expect(await stage.planOf(actor)).toBe('team')
    const { asked } = await stage.accountOf(actor)
    await stage.take(first)
    expect((await stage.accountOf(actor)).asked).toBe(asked)
  })

  test('a customer whose creation was never written down says whose it is', async () => {
    const actor = await owner()
    server.faults = ['answerLost', 'answerLost']
    await stage.checkout(actor).catch(() => {})
    expect((await stage.accountOf(actor)).customerId).toBeNull()
    const created = server.state.events.findLast(({ type }) => type === 'customer.created')
    if (!created) throw new Error('No event')
    await stage.take(created)
    expect((await stage.accountOf(actor)).customerId).toBe((created.data.object as { id: string }).id)
  })

  test('what no event has told is found by the daily comparison', async () => {
    const actor = await owner()
    await buy(actor)
    const { customerId } = await stage.accountOf(actor)
    server.state.declined.add(customerId ?? '')
    server.advance(15 * DAY)
    await reconcile(context, services)
    expect((await stage.accountOf(actor)).status).toBe('past_due')
    expect(await stage.planOf(actor)).toBe('team')
    server.advance(20 * DAY)
    await reconcile(context, services)
    expect(await stage.planOf(actor)).toBeNull()
  })

  test('of two readings the one that began first is not written after the other', async () => {
    const actor = await owner()
    await buy(actor)
    const { id, asked } = await stage.accountOf(actor)
    await db
      .update(billingAccounts)
      .set({ written: asked + 2 })
      .where(eq(billingAccounts.id, id))
    const { subscriptionId } = await stage.accountOf(actor)
    await services.stripe.subscriptions.cancel(subscriptionId ?? '')
    await refreshBilling(contextOf(actor), services)
    expect(await stage.planOf(actor)).toBe('team')
    await refreshBilling(contextOf(actor), services)
    await refreshBilling(contextOf(actor), services)
    expect(await stage.planOf(actor)).toBeNull()
  })
})

describe('changing the plan', () => {
  const to = { plan: 'business', interval: 'month' } as const
  const invoicesOf = async (actor: SignedInActor) => (await readBilling(contextOf(actor), services)).invoices

  test('costs what was shown before, once however often it is confirmed, and one seat where all are one price', async () => {
    const actor = await owner()
    await buy(actor)
    server.advance(20 * DAY)
    await refreshBilling(contextOf(actor), services)
    const { total } = await previewPlan(contextOf(actor), to, services)
    // Team for three is 27 euros, Business 199, and some days of the month are over.
    expect(total).toBeGreaterThan(10_000)
    expect(total).toBeLessThan(17_200)
    // Of the change itself, after two readings and a price.
    server.faults = [undefined, undefined, undefined, 'answerLost']
    await changePlan(contextOf(actor), to, services).catch(() => {})
    server.faults = []
    await Promise.all([
      changePlan(contextOf(actor), to, services),
      changePlan(contextOf(actor), to, services),
    ])
    expect((await invoicesOf(actor)).map((one) => one.total)).toEqual([total, 2_700])
    expect(await stage.planOf(actor)).toBe('business')
    expect((await stage.accountOf(actor)).seats).toBe(1)
    const back = { plan: 'team', interval: 'month' } as const
    expect((await previewPlan(contextOf(actor), back, services)).total).toBe(-total)
    await changePlan(contextOf(actor), back, services)
    expect((await stage.accountOf(actor)).seats).toBe(3)
  })

  test('costs nothing in a trial', async () => {
    const actor = await owner()
    await buy(actor)
    expect((await previewPlan(contextOf(actor), to, services)).total).toBe(0)
    await changePlan(contextOf(actor), to, services)
    expect(await invoicesOf(actor)).toEqual([])
    expect(await stage.planOf(actor)).toBe('business')
  })

  test('a card that is declined, a plan that ends and none at all change nothing', async () => {
    const actor = await owner()
    expect((await failureOf(changePlan(contextOf(actor), to, services))).kind).toBe('not_found')
    await buy(actor)
    server.advance(20 * DAY)
    await refreshBilling(contextOf(actor), services)
    const { customerId } = await stage.accountOf(actor)
    server.state.declined.add(customerId ?? '')
    expect(await failureOf(changePlan(contextOf(actor), to, services))).toMatchObject({
      kind: 'conflict',
      code: 'billing:errors.declined',
    })
    expect(await stage.planOf(actor)).toBe('team')
    server.state.declined.delete(customerId ?? '')
    await changePlan(contextOf(actor), to, services)
    expect(await stage.planOf(actor)).toBe('business')
    await setEnding(contextOf(actor), { ends: true }, services)
    const back = { plan: 'team', interval: 'month' } as const
    expect((await failureOf(changePlan(contextOf(actor), back, services))).code).toBe(
      'billing:errors.noChange',
    )
    expect(await stage.planOf(actor)).toBe('business')
  })
})

describe('ending', () => {
  test('a plan ends with its period, and goes on after all when that is undone', async () => {
    const actor = await owner()
    await buy(actor)
    await setEnding(contextOf(actor), { ends: true }, services)
    expect((await stage.accountOf(actor)).endsAt).not.toBeNull()
    await setEnding(contextOf(actor), { ends: false }, services)
    expect((await stage.accountOf(actor)).endsAt).toBeNull()
    await setEnding(contextOf(actor), { ends: true }, services)
    server.advance(15 * DAY)
    await reconcile(context, services)
    expect(await stage.planOf(actor)).toBeNull()
    expect((await auditOf(db, (await stage.accountOf(actor)).id)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['billing.change', 'billing.cancel', 'billing.resume']),
    )
    expect((await failureOf(setEnding(contextOf(actor), { ends: true }, services))).code).toBe(
      'billing:errors.noPlan',
    )
  })
})

test('owners hear once that a trial ends, a payment has failed, a plan was canceled and has ended', async () => {
  const actor = await owner()
  // The trial has begun twelve days ago.
  server.state.aheadSeconds = -12 * DAY
  await buy(actor)
  server.state.aheadSeconds = 0
  await reconcile(context, services)
  await reconcile(context, services)
  expect(await mailsTo(actor)).toEqual(['trialEnds'])
  const { customerId } = await stage.accountOf(actor)
  server.state.declined.add(customerId ?? '')
  server.advance(3 * DAY)
  await reconcile(context, services)
  server.state.declined.delete(customerId ?? '')
  server.advance(4 * DAY)
  await reconcile(context, services)
  await setEnding(contextOf(actor), { ends: true }, services)
  server.advance(40 * DAY)
  await reconcile(context, services)
  expect(await mailsTo(actor)).toEqual(['trialEnds', 'paymentFailed', 'planEnds', 'planEnded'])
})

test('after a change to a plan with less room nobody is gone, and owners hear of it', async () => {
  const actor = await owner()
  await buy(actor, 'business')
  const organizationId = actor.workspace.organizationId ?? ''
  for (let more = 0; more < 50; more++) await stage.join(organizationId)
  const { subscriptionId, itemId } = await stage.accountOf(actor)
  const [smaller] = server.state.all('price', ({ lookup_key: key }) => key === 'team_eur_month')
  await services.stripe.subscriptions.update(subscriptionId ?? '', {
    items: [{ id: itemId ?? '', price: smaller?.id ?? '' }],
  })
  await refreshBilling(contextOf(actor), services)
  expect(await mailsTo(actor)).toEqual(['planTooSmall'])
  expect(await db.$count(member, eq(member.organizationId, organizationId))).toBe(53)
})

describe('deletion', () => {
  test('a workspace that is deleted has been canceled first, and no page can be paid any more', async () => {
    const actor = await owner()
    const ending = { organizationId: actor.workspace.organizationId ?? '' }
    await buy(actor)
    const { id, customerId } = await stage.accountOf(actor)
    expect((await failureOf(requireOver(db, ending))).code).toBe('errors:notEnded')
    server.faults = [500]
    expect(await failureOf(endBilling(context, services, id))).toMatchObject({
      kind: 'unavailable',
      code: 'billing:errors.providerDown',
    })
    expect((await failureOf(requireOver(db, ending))).kind).toBe('unavailable')
    await endBilling(context, services, id)
    await requireOver(db, ending)
    expect(subscriptionsOf(server, customerId).map(({ status }) => status)).toEqual(['canceled'])
    const { url } = await stage.checkout(actor)
    expect((await failureOf(requireOver(db, ending))).kind).toBe('unavailable')
    await endBilling(context, services, id)
    await requireOver(db, ending)
    expect(() => server.pay(url)).toThrow('This checkout is over.')
  })

  test('of a user: their own workspace and those that nobody else is in', async () => {
    const someone = await createUser(db)
    const [alone, shared] = [
      await createOrganization(db, { owner: someone }),
      await createOrganization(db, { owner: [someone, await createUser(db)] }),
    ]
    const ending = { userId: someone.id }
    await buy(actorOf(someone, shared))
    await requireOver(db, ending)
    for (const actor of [actorOf(someone), actorOf(someone, alone)]) {
      await buy(actor)
      expect((await failureOf(requireOver(db, ending))).kind).toBe('unavailable')
      await endBilling(context, services, (await stage.accountOf(actor)).id)
      await requireOver(db, ending)
    }
  })
})

test('an administrator gives a plan until a day, with a reason, and takes it back', async () => {
  const { owner: actor, organization } = await createTeam(db)
  const admin = actorOf(await createUser(db, { role: 'admin' }))
  const grant = { plan: 'business' as const, until: '2999-01-31', reason: 'A partner' }
  const { id } = await grantPlan(contextOf(admin), { ...grant, workspace: organization.slug })
  expect(await stage.planOf(actor)).toBe('business')
  const { items } = await listWorkspaces(contextOf(admin), { limit: 1, cursor: null })
  expect(items[0]).toMatchObject({ name: 'Acme', plan: 'business', granted: { reason: 'A partner' } })
  await endGrant(contextOf(admin), { id })
  expect(await stage.planOf(actor)).toBeNull()
  expect((await auditOf(db, id)).map(({ action }) => action)).toEqual(['billing.grant', 'billing.endGrant'])
  expect(await failureOf(grantPlan(contextOf(admin), { ...grant, workspace: 'nobody' }))).toMatchObject({
    kind: 'not_found',
    params: { field: 'workspace' },
  })
  expect((await failureOf(grantPlan(contextOf(actor), { ...grant, workspace: 'x' }))).kind).toBe('forbidden')
  const { items: months } = await readRevenue(contextOf(admin))
  expect(months.reduce((sum, { paid }) => sum + paid, 0)).toBeGreaterThan(0)
})

describe('seats', () => {
  test('follow the members, in the transaction in which they come and go', async () => {
    const actor = await owner()
    await buy(actor)
    const { id } = await stage.accountOf(actor)
    const organizationId = actor.workspace.organizationId ?? ''
    await stage.join(organizationId)
    await db.transaction((tx) => followMembers(tx, { action: 'invitation.accept', organizationId }))
    const { rows } = await db.execute(
      sql`select from pgboss.job where name = ${syncSeatsJob.name} and data->>'accountId' = ${id}`,
    )
    expect(rows).toHaveLength(1)
    await syncSeats(context, services, id)
    expect((await stage.subscriptionsOf(id))[0]?.items.data[0]?.quantity).toBe(4)
    expect((await stage.accountOf(actor)).seats).toBe(4)
    const asked = server.asked.length
    await syncSeats(context, services, id)
    expect(server.asked.slice(asked).filter((line) => line.startsWith('POST'))).toEqual([])
  })

  test('are the members in the end, whoever writes last', async () => {
    const actor = await owner()
    await buy(actor)
    const { id } = await stage.accountOf(actor)
    const organizationId = actor.workspace.organizationId ?? ''
    await Promise.all(
      Array.from({ length: 5 }, async () => {
        await stage.join(organizationId)
        await syncSeats(context, services, id)
      }),
    )
    const members = await db.$count(member, eq(member.organizationId, organizationId))
    expect((await stage.subscriptionsOf(id))[0]?.items.data[0]?.quantity).toBe(members)
  })
})

test('prices are brought to the provider once, and a changed one replaces the other', async () => {
  expect(await syncPrices(services.stripe, { isDryRun: true })).toEqual([])
  const [price] = server.state.all('price', ({ lookup_key: key }) => key === 'team_eur_month')
  if (!price) throw new Error('No price')
  price.unit_amount = 1
  expect(await syncPrices(services.stripe, { isDryRun: true })).toEqual([
    'Replace the price team_eur_month: 900',
  ])
  expect((await failureOf(stage.checkout(await owner()))).code).toBe('billing:errors.notSynced')
  await syncPrices(services.stripe, { isDryRun: false })
  expect(price.active).toBe(false)
  expect(await syncPrices(services.stripe, { isDryRun: true })).toEqual([])
})

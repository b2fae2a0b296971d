import { and, eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { SignedInActor } from '@plinth/core/access'
import { member } from '@plinth/core/database/server'
import { AppError } from '@plinth/core/verb/server'
import { createTeam } from '@plinth/testing/factories.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { prepareQueues } from '@plinth/testing/prepare-queues.ts'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import type { ApiFault } from '@plinth/testing/servers/stripe/stripe-server.ts'
import { changeSubscription } from '@plinth/testing/servers/stripe/subscriptions.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { openBillingStage, subscriptionsOf } from '../tests/billing-stage.ts'
import { findAccount } from './account.server.ts'
import { changePlan } from './change-plan.server.ts'
import { refreshBilling, setEnding } from './change-subscription.server.ts'
import { currentPlan } from './current-plan.server.ts'
import { reconcile } from './receive-event.server.ts'
import { syncSeats } from './sync-seats.server.ts'

// What users, the provider, its clock, its events and the network do, in any order. Whatever happened, the
// plan here is in the end the one that the provider says.

const RUNS = Number(process.env.BILLING_RUNS ?? 10)
const DAY = 86_400

provideAllTexts()
const { db, pool } = await openTestDatabase()
const stage = await openBillingStage(db)
const { server, services, context } = stage

beforeAll(() => prepareQueues({ pool }))

type Plain = 'end' | 'goOn' | 'endThere' | 'join' | 'leave' | 'decline' | 'accept' | 'refresh'
type Act =
  | { do: 'buy'; plan: 'team' | 'business'; interval: 'month' | 'year'; pays: boolean }
  | { do: 'change'; plan: 'team' | 'business'; interval: 'month' | 'year' }
  | { do: Plain }
  | { do: 'wait'; days: number }
  | { do: 'event'; at: number; twice: boolean }
  | { do: 'fault'; fault: ApiFault }

const acts: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      plan: fc.constantFrom('team' as const, 'business' as const),
      interval: fc.constantFrom('month' as const, 'year' as const),
      pays: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      plan: fc.constantFrom('team' as const, 'business' as const),
      interval: fc.constantFrom('month' as const, 'year' as const),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom<Plain>('end', 'goOn', 'endThere', 'join', 'leave', 'decline', 'accept', 'refresh'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 40 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('event' as const), at: fc.nat(50), twice: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      fault: fc.constantFrom<ApiFault>(429, 500, 'answerLost'),
    }),
  },
)

/** What the network or the provider refuses is said to the user, and is no failure of the test. */
async function tolerantly(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    const isSaid = error instanceof AppError || String((error as { type?: string }).type).startsWith('Stripe')
    if (!isSaid) throw error
  }
}

type Scene = {
  actor: SignedInActor
  organizationId: string
  pages: string[]
  seen: number
  underWay: Promise<void>[]
}

async function run(act: Act, scene: Scene): Promise<void> {
  const { actor, organizationId } = scene
  const ctx = makeContext(db, actor)
  const customerId = (await findAccount(db, actor))?.customerId ?? ''
  switch (act.do) {
    case 'buy': {
      await tolerantly(
        stage
          .checkout(actor, { plan: act.plan, interval: act.interval })
          .then(({ url }) => scene.pages.push(url)),
      )
      // Any page that was given out may be paid, an old one too.
      if (act.pays)
        for (const url of scene.pages.toReversed())
          await tolerantly((async () => server.pay(url))()).catch(() => {})
      break
    }
    case 'change':
      await tolerantly(changePlan(ctx, { plan: act.plan, interval: act.interval }, services))
      break
    case 'end':
    case 'goOn':
      await tolerantly(setEnding(ctx, { ends: act.do === 'end' }, services))
      break
    case 'endThere':
      for (const one of subscriptionsOf(server, customerId))
        if (one.status !== 'canceled') changeSubscription(server.state, one, { cancelAtPeriodEnd: true })
      break
    case 'join':
    case 'leave': {
      if (act.do === 'join') await stage.join(organizationId)
      else {
        const [one] = await db
          .select({ id: member.id })
          .from(member)
          .where(and(eq(member.organizationId, organizationId), eq(member.role, 'member')))
          .limit(1)
        if (one) await db.delete(member).where(eq(member.id, one.id))
      }
      const account = await findAccount(db, actor)
      if (account) await tolerantly(syncSeats(context, services, account.id))
      break
    }
    case 'decline':
      server.state.declined.add(customerId)
      break
    case 'accept':
      server.state.declined.delete(customerId)
      break
    case 'refresh':
      await tolerantly(refreshBilling(ctx, services))
      break
    case 'wait':
      server.advance(act.days * DAY)
      break
    case 'event': {
      const event = server.state.events.slice(scene.seen)[act.at]
      if (!event) break
      // Its job runs while everything else goes on, and again if it has failed.
      const apply = () => tolerantly(stage.take(event))
      scene.underWay.push(apply(), ...(act.twice ? [apply()] : []))
      break
    }
    case 'fault':
      server.faults.push(act.fault)
  }
}

const productOfFirst = ({ items }: Stripe.Subscription): string =>
  items.data
    .map(({ price }) => price.product as string)
    .join()
    .replace('plan_', '')

/** The plan by the provider's own objects, written without our code. */
function saidPlan(customerId: string | null): string | null {
  const live = subscriptionsOf(server, customerId).filter(({ status }) =>
    ['active', 'trialing', 'past_due'].includes(status),
  )
  expect(live.length, 'subscriptions that are paid at the same time').toBeLessThan(2)
  return live[0] ? productOfFirst(live[0]) : null
}

async function play(sequence: readonly Act[], settle: (scene: Scene) => Promise<void>): Promise<void> {
  const { owner: actor, organization } = await createTeam(db)
  const scene: Scene = {
    actor,
    organizationId: organization.id,
    pages: [],
    seen: server.state.events.length,
    underWay: [],
  }
  server.faults = []
  for (const act of sequence) await run(act, scene)
  await Promise.all(scene.underWay)
  server.faults = []
  await settle(scene)
  const account = await findAccount(db, actor)
  if (!account) return
  expect(currentPlan(account)).toBe(saidPlan(account.customerId))
  const customers = server.state.all('customer', ({ metadata }) => metadata.account === account.id)
  expect(customers.length).toBeLessThan(2)
}

const sequences = fc.array(acts, { minLength: 4, maxLength: 18 })
const options = { numRuns: RUNS, endOnFailure: true }

test('after all events, in any order and each perhaps twice, the plan is what the provider says', async () => {
  await fc.assert(
    fc.asyncProperty(sequences, fc.infiniteStream(fc.nat(100)), (sequence, order) =>
      play(sequence, async ({ seen }) => {
        const left = server.state.events.slice(seen)
        while (left.length > 0) {
          const next = left.splice(order.next().value % left.length, 3)
          await Promise.all(next.map((event) => stage.take(event)))
        }
      }),
    ),
    options,
  )
})

test('without a single event the daily comparison finds it, and the seats', async () => {
  await fc.assert(
    fc.asyncProperty(sequences, (sequence) =>
      play(
        sequence.filter((act) => act.do !== 'event'),
        async ({ actor, organizationId }) => {
          await reconcile(context, services)
          const account = await findAccount(db, actor)
          if (!account) return
          if (currentPlan(account) === 'team')
            expect(account.seats).toBe(await db.$count(member, eq(member.organizationId, organizationId)))
        },
      ),
    ),
    options,
  )
})

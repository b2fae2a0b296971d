import Stripe from 'stripe'
import type { SignedInActor } from '@plinth/core/access'
import { type OpenDatabase, member } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import { atEnd } from '@plinth/testing/runner/at-end.ts'
import { createUser } from '@plinth/testing/factories.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { startStripeServer, type StripeServer } from '@plinth/testing/servers/stripe/stripe-server.ts'
import { testLog } from '@plinth/testing/test-database.ts'
import type { CheckoutInput } from '../billing.schema.ts'
import { readAccount, requireAccount } from '../server/account.server.ts'
import { currentPlan } from '../server/current-plan.server.ts'
import { syncPrices } from '../server/provider/sync-prices.server.ts'
import { applyEvent, storeEvent } from '../server/receive-event.server.ts'
import { startCheckout } from '../server/start-checkout.server.ts'

/** A provider with the prices of plans.ts, and what a test does with it. Ends with the file. */
export async function openBillingStage(db: OpenDatabase['db']) {
  const server = await startStripeServer()
  atEnd(() => server.close())
  const { hostname, port } = new URL(server.url)
  // Each fault of the provider reaches us: its library repeats nothing.
  const stripe = new Stripe(server.secretKey, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    timeout: 2_000,
  })
  const services = { stripe, webhookSecret: server.webhookSecret, appUrl: 'http://localhost:3000' }
  await syncPrices(stripe, { isDryRun: false })
  const context = { db, log: testLog }
  return {
    server,
    services,
    context,
    checkout: (actor: SignedInActor, input: Partial<CheckoutInput> = {}) =>
      startCheckout(
        makeContext(db, actor),
        { plan: 'team', currency: 'eur', interval: 'month', ...input },
        services,
      ),
    accountOf: (actor: SignedInActor) => requireAccount(db, actor),
    /** The plan that the workspace has here. */
    planOf: async (actor: SignedInActor) => currentPlan(await requireAccount(db, actor)),
    /** Stores and applies an event, as its webhook and its job do. */
    async take(event: Stripe.Event) {
      await storeEvent(db, event)
      await applyEvent(context, services, event.id)
    },
    subscriptionsOf: async (accountId: string) => {
      const { customerId } = await readAccount(db, accountId)
      return subscriptionsOf(server, customerId)
    },
    async join(organizationId: string): Promise<string> {
      const { id: userId } = await createUser(db)
      await db.insert(member).values({ id: createId(), organizationId, userId, role: 'member' })
      return userId
    },
  }
}

export const subscriptionsOf = ({ state }: StripeServer, customerId: string | null): Stripe.Subscription[] =>
  state.all('subscription', ({ customer }) => customer === customerId)

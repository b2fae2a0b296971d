import type Stripe from 'stripe'
import { eq, sql } from 'drizzle-orm'
import type { Application } from '@plinth/core/feature/server'
import { type OpenDatabase, deleteOld, olderThan } from '@plinth/core/database/server'
import { type JobDefinition, defineJob, enqueueJob } from '@plinth/core/jobs/server'
import { problem } from '@plinth/core/server'
import { type BillingServices, billingServices } from './billing-services.server.ts'
import { billingAccounts, billingEvents } from './billing.table.server.ts'
import { adoptCustomer } from './account.server.ts'
import { asking, isUnknown } from './provider/open-stripe.server.ts'
import { accountOfCustomer, refreshAccount } from './refresh-account.server.ts'
import { syncSeats } from './sync-seats.server.ts'

const EVENTS_KEPT_DAYS = 90

type Applied = { eventId: string }

/**
 * What the provider sends: verified, stored by its id with the job that applies it, and answered. An event
 * that is here already is answered and nothing else. 400 without a valid signature, 404 without keys.
 */
export async function receiveEvent(
  request: Request,
  application: () => Promise<Pick<Application, 'db'>>,
): Promise<Response> {
  const services = await billingServices()
  if (!services) return problem({ status: 404, code: 'errors:notFound' })
  const event = await verified(request, services)
  if (!event) return problem({ status: 400, code: 'errors:malformed' })
  const { db } = await application()
  await storeEvent(db, event)
  return new Response(null, { status: 204 })
}

async function verified(
  request: Request,
  { stripe, webhookSecret }: BillingServices,
): Promise<Stripe.Event | undefined> {
  const signature = request.headers.get('stripe-signature') ?? ''
  const body = Buffer.from(await request.arrayBuffer())
  try {
    return await stripe.webhooks.constructEventAsync(body, signature, webhookSecret)
  } catch {
    return undefined
  }
}

/** The customer that an event is about; undefined for others. */
function customerOf({ data }: Stripe.Event): string | undefined {
  const { object, id, customer } = data.object as { object: string; id?: string; customer?: unknown }
  if (object === 'customer') return id
  return typeof customer === 'string' ? customer : undefined
}

export async function storeEvent(db: OpenDatabase['db'], event: Stripe.Event): Promise<void> {
  const customerId = customerOf(event)
  if (customerId === undefined) return
  await db.transaction(async (tx) => {
    const [stored] = await tx
      .insert(billingEvents)
      .values({ id: event.id, type: event.type, customerId })
      .onConflictDoNothing()
      .returning({ id: billingEvents.id })
    if (stored) await enqueueJob(tx, { name: APPLY_EVENT }, { data: { eventId: stored.id } })
  })
}

const APPLY_EVENT = 'apply-billing-event'

/** Applying an event is reading the provider again: what the event says may be older. */
export const applyEventJob: JobDefinition<Applied> = defineJob<Applied>({
  name: APPLY_EVENT,
  retryLimit: 10,
  retryDelaySeconds: 5,
  retryBackoff: true,
  retryDelayMaxSeconds: 3_600,
  async handler({ db, log }, { eventId }) {
    const services = await billingServices()
    if (services) await applyEvent({ db, log }, services, eventId)
  },
})

type Applying = Parameters<typeof refreshAccount>[0] & { db: OpenDatabase['db'] }

export async function applyEvent(
  { db, log }: Applying,
  services: Pick<BillingServices, 'stripe'>,
  eventId: string,
): Promise<void> {
  const [event] = await db.select().from(billingEvents).where(eq(billingEvents.id, eventId))
  if (!event || event.isApplied) return
  const account = await accountOf(db, services, event.customerId)
  if (account !== null) await refreshAccount({ db, log }, services, account)
  await db.update(billingEvents).set({ isApplied: true }).where(eq(billingEvents.id, eventId))
}

/**
 * The account of a customer. One that was created by a process that ended before it could write it down says
 * itself whose it is.
 */
async function accountOf(
  db: OpenDatabase['db'],
  { stripe }: Pick<BillingServices, 'stripe'>,
  customerId: string,
): Promise<string | null> {
  const known = await accountOfCustomer(db, customerId)
  if (known !== null) return known
  try {
    const customer = await asking(stripe.customers.retrieve(customerId))
    const id = customer.deleted ? undefined : customer.metadata.account
    if (id === undefined) return null
    await adoptCustomer(db, { id, customerId })
  } catch (error) {
    if (!isUnknown(error)) throw error
  }
  return accountOfCustomer(db, customerId)
}

/** Once a day: what no event has told, seats that no job has brought there, and old events. */
export const reconcileJob = defineJob({
  name: 'reconcile-billing',
  cron: '23 5 * * *',
  async handler({ db, log, signal }) {
    const services = await billingServices()
    if (services) await reconcile({ db, log }, services, signal)
    const isOld = sql`${billingEvents.createdAt} < ${olderThan(EVENTS_KEPT_DAYS)}`
    await deleteOld(db, { table: billingEvents, where: isOld, signal })
  },
})

export async function reconcile(
  { db, log }: Applying,
  services: Pick<BillingServices, 'stripe'>,
  signal?: AbortSignal,
): Promise<void> {
  const accounts = await db
    .select({ id: billingAccounts.id })
    .from(billingAccounts)
    .where(sql`${billingAccounts.customerId} is not null`)
    .orderBy(sql`${billingAccounts.refreshedAt} nulls first`)
  for (const { id } of accounts) {
    signal?.throwIfAborted()
    try {
      await syncSeats({ db, log }, services, id)
    } catch (error) {
      // The others are read all the same.
      log.warn({ err: error, account: id }, 'an account could not be read from the provider')
    }
  }
}

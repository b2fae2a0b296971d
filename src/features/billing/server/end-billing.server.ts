import { type SQL, and, eq, inArray, ne, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Db, type Ending, type WorkspaceEnd, member } from '@plinth/core/database/server'
import { AppError } from '@plinth/core/verb/server'
import { readAccount } from './account.server.ts'
import { type BillingServices, billingServices } from './billing-services.server.ts'
import { configuredProvider } from './billing-settings.server.ts'
import { type BillingAccount, billingAccounts } from './billing.table.server.ts'
import { asking } from './provider/open-stripe.server.ts'
import { isLive } from './provider/read-provider.server.ts'
import { refreshAccount } from './refresh-account.server.ts'
import { closeSession } from './start-checkout.server.ts'

/** The accounts that go with what is deleted. */
function accountsOf(db: Db, ending: Ending) {
  return db.select().from(billingAccounts).where(isEnding(db, ending))
}

function isEnding(db: Db, ending: Ending): SQL | undefined {
  if ('organizationId' in ending) return eq(billingAccounts.organizationId, ending.organizationId)
  const { userId } = ending
  const other = alias(member, 'other')
  const others = db
    .select({ one: sql`1` })
    .from(other)
    .where(and(eq(other.organizationId, member.organizationId), ne(other.userId, userId)))
  const alone = db
    .select({ id: member.organizationId })
    .from(member)
    .where(and(eq(member.userId, userId), eq(member.role, 'owner'), notExists(others)))
  return or(eq(billingAccounts.ownerId, userId), inArray(billingAccounts.organizationId, alone))
}

/** Nothing may be charged, and nothing may be bought on a page that was given out. */
const isOver = ({ status, checkoutSessionId }: BillingAccount) =>
  !isLive(status) && checkoutSessionId === null

export async function requireOver(tx: Db, ending: Ending): Promise<void> {
  const accounts = await accountsOf(tx, ending)
  if (!accounts.every(isOver)) throw new AppError('unavailable', 'errors:notEnded')
}

/** A workspace that is deleted pays no more: its subscription is canceled before anything is deleted. */
export const billingEnd: WorkspaceEnd = {
  async before({ db, log }, ending) {
    const accounts = await accountsOf(db, ending)
    const known = accounts.filter(({ customerId }) => customerId !== null)
    const services = known.length === 0 ? undefined : await billingServices()
    if (services) for (const { id } of known) await endBilling({ db, log }, services, id).catch(sayNotEnded)
  },
  async check(tx, ending) {
    // Without keys there is nobody whom one could ask to end it.
    if (configuredProvider()) await requireOver(tx, ending)
  },
}

/** In words that the page of the deletion has. */
function sayNotEnded(error: unknown): never {
  if (error instanceof AppError && error.kind === 'unavailable')
    throw new AppError('unavailable', 'errors:notEnded')
  throw error
}

/** Throws unavailable if the provider can't be reached: nothing was deleted, and it can be tried again. */
export async function endBilling(
  context: Parameters<typeof refreshAccount>[0],
  services: Pick<BillingServices, 'stripe'>,
  id: string,
): Promise<void> {
  await closeSession(context.db, await readAccount(context.db, id), services)
  await refreshAccount(context, services, id)
  const { subscriptionId, status } = await readAccount(context.db, id)
  if (subscriptionId === null || !isLive(status)) return
  await asking(services.stripe.subscriptions.cancel(subscriptionId))
  await refreshAccount(context, services, id)
}

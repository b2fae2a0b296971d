import { eq, sql } from 'drizzle-orm'
import type { Db, OpenDatabase, Transaction } from '@plinth/core/database/server'
import type { Log } from '@plinth/core/server'
import type { BillingServices } from './billing-services.server.ts'
import { billingAccounts, billingInvoices } from './billing.table.server.ts'
import { readProvider, type Said } from './provider/read-provider.server.ts'
import { tellChange } from './tell-change.server.ts'

type Refreshed = { db: Db; log: Log }

/**
 * Asks the provider for the state of an account and writes it: the only place that does. Each reading takes a
 * number before it asks. Of two that overlap, the one with the lower number is not written after the other:
 * whoever reads because of a change asks after the change, so the last one that is written has seen all. The
 * number, not a lock, because nothing may wait for another server in a transaction. Throws unavailable.
 */
export async function refreshAccount(
  { db, log }: Refreshed,
  { stripe }: Pick<BillingServices, 'stripe'>,
  id: string,
): Promise<void> {
  const [turn] = await db
    .update(billingAccounts)
    .set({ asked: sql`${billingAccounts.asked} + 1` })
    .where(eq(billingAccounts.id, id))
    .returning({ number: billingAccounts.asked, customerId: billingAccounts.customerId })
  if (!turn || turn.customerId === null) return
  const said = await readProvider(stripe, turn.customerId)
  if (said.live > 1) log.error({ account: id, subscriptions: said.live }, 'a workspace pays more than once')
  await db.transaction((tx) => writeSaid(tx, { id, number: turn.number, said }))
}

type Written = { id: string; number: number; said: Said }

async function writeSaid(tx: Transaction, { id, number, said }: Written): Promise<void> {
  const [before] = await tx.select().from(billingAccounts).where(eq(billingAccounts.id, id)).for('update')
  if (!before || before.written >= number) return
  const [after] = await tx
    .update(billingAccounts)
    .set({ ...said.mirror, written: number, refreshedAt: sql`now()` })
    .where(eq(billingAccounts.id, id))
    .returning()
  for (const { id: invoiceId, ...invoice } of said.invoices)
    await tx
      .insert(billingInvoices)
      .values({ id: invoiceId, accountId: id, ...invoice })
      .onConflictDoUpdate({ target: billingInvoices.id, set: invoice })
  if (after) await tellChange(tx, before, after)
}

/** The id of the account of a customer; null if this installation doesn't know it. */
export async function accountOfCustomer(
  db: OpenDatabase['db'] | Transaction,
  customerId: string,
): Promise<string | null> {
  const [account] = await db
    .select({ id: billingAccounts.id })
    .from(billingAccounts)
    .where(eq(billingAccounts.customerId, customerId))
  return account?.id ?? null
}

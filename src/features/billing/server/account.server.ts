import { eq, isNull, sql } from 'drizzle-orm'
import type { SignedInActor } from '@plinth/core/access'
import {
  type Db,
  type Transaction,
  holdOwners,
  inWorkspace,
  member,
  organization,
  user,
  workspaceOf,
} from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import { AppError, type VerbContext } from '@plinth/core/verb/server'
import type { BillingServices } from './billing-services.server.ts'
import { type BillingAccount, billingAccounts } from './billing.table.server.ts'
import { asking } from './provider/open-stripe.server.ts'

/** The account of the active workspace; undefined until somebody has begun to buy. */
export async function findAccount(db: Db, actor: SignedInActor): Promise<BillingAccount | undefined> {
  const [account] = await db.select().from(billingAccounts).where(inWorkspace(billingAccounts, actor))
  return account
}

/** The account of the active workspace. Throws not_found without one. */
export async function requireAccount(db: Db, actor: SignedInActor): Promise<BillingAccount> {
  const account = await findAccount(db, actor)
  if (!account) throw new AppError('not_found', 'errors:notFound')
  return account
}

export type Workspace = { organizationId: string | null; ownerId: string | null }

/** Returns the id of the account of a workspace, which is created if there is none. */
export async function ensureAccount(tx: Transaction, workspace: Workspace): Promise<string> {
  await holdOwners(tx, { organizationId: workspace.organizationId, userId: workspace.ownerId })
  await tx
    .insert(billingAccounts)
    .values({ id: createId(), ...workspace })
    .onConflictDoNothing()
  const { organizationId, ownerId } = workspace
  const [account] = await tx
    .select({ id: billingAccounts.id })
    .from(billingAccounts)
    .where(
      organizationId === null
        ? eq(billingAccounts.ownerId, ownerId ?? '')
        : eq(billingAccounts.organizationId, organizationId),
    )
  if (!account) throw new AppError('conflict', 'errors:conflict')
  return account.id
}

/**
 * Returns the account of the active workspace with its customer, creating what is missing. The provider
 * answers the same key with the same customer, so a crash between its answer and ours makes no second one.
 */
export async function ensureCustomer(
  ctx: VerbContext,
  actor: SignedInActor,
  { stripe }: BillingServices,
): Promise<BillingAccount & { customerId: string }> {
  const id = await ctx.db.transaction((tx) => ensureAccount(tx, workspaceOf(actor)))
  const account = await readAccount(ctx.db, id)
  if (account.customerId !== null) return { ...account, customerId: account.customerId }
  const { name } = await nameOf(ctx.db, actor)
  const made = await asking(
    stripe.customers.create({ name, metadata: { account: id } }, { idempotencyKey: `customer-${id}` }),
  )
  await adoptCustomer(ctx.db, { id, customerId: made.id })
  const known = await readAccount(ctx.db, id)
  if (known.customerId === null) throw new AppError('conflict', 'errors:conflict')
  return { ...known, customerId: known.customerId }
}

/** Gives an account its customer, once. */
export const adoptCustomer = (db: Db, { id, customerId }: { id: string; customerId: string }) =>
  db
    .update(billingAccounts)
    .set({ customerId })
    .where(sql`${billingAccounts.id} = ${id} and ${isNull(billingAccounts.customerId)}`)

export async function readAccount(db: Db, id: string): Promise<BillingAccount> {
  const [account] = await db.select().from(billingAccounts).where(eq(billingAccounts.id, id))
  if (!account) throw new AppError('not_found', 'errors:notFound')
  return account
}

/** The name of the workspace: that of the organization, or the user's. */
async function nameOf(db: Db, { userId, workspace }: SignedInActor): Promise<{ name: string }> {
  const { organizationId } = workspace
  const [row] =
    organizationId === null
      ? await db.select({ name: user.name }).from(user).where(eq(user.id, userId))
      : await db
          .select({ name: organization.name })
          .from(organization)
          .where(eq(organization.id, organizationId))
  return row ?? { name: '' }
}

/** How many people the workspace has, which a price for each of them is multiplied by. */
export const seatsOf = async (
  db: Db,
  { organizationId }: Pick<Workspace, 'organizationId'>,
): Promise<number> =>
  organizationId === null
    ? 1
    : Math.max(1, await db.$count(member, eq(member.organizationId, organizationId)))

/** How many times the price of a plan is paid. */
export const quantityOf = async (
  db: Db,
  workspace: Pick<Workspace, 'organizationId'>,
  { isPerSeat }: { isPerSeat?: boolean | undefined },
): Promise<number> => (isPerSeat ? seatsOf(db, workspace) : 1)

import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { type Transaction, organization, readCursor, user, writeCursor } from '@plinth/core/database/server'
import { AppError, type VerbContext, writeAudit } from '@plinth/core/verb/server'
import { billingAdminAccess } from '../billing.access.ts'
import type { EndGrantInput, GrantInput, ListWorkspacesInput } from '../billing.schema.ts'
import { ensureAccount, readAccount, type Workspace } from './account.server.ts'
import { billingAccounts, billingInvoices } from './billing.table.server.ts'
import { currentPlan } from './current-plan.server.ts'

/** What was paid in each of the last twelve months, by currency, newest first. Administrators. */
export async function readRevenue(ctx: VerbContext) {
  authorize(ctx.actor, billingAdminAccess.workspaces)
  const month = sql<string>`to_char(${billingInvoices.issuedAt} at time zone 'UTC', 'YYYY-MM')`
  const items = await ctx.db
    .select({
      month,
      currency: billingInvoices.currency,
      paid: sql<number>`sum(${billingInvoices.paid})::float8`,
      invoices: sql<number>`count(*)::int`,
    })
    .from(billingInvoices)
    .where(
      and(
        eq(billingInvoices.status, 'paid'),
        sql`${billingInvoices.issuedAt} > date_trunc('month', now()) - interval '11 months'`,
      ),
    )
    .groupBy(month, billingInvoices.currency)
    .orderBy(desc(month), asc(billingInvoices.currency))
  return { items }
}

/** Workspaces that have begun to buy or were given a plan, newest first, by keyset. Administrators. */
export async function listWorkspaces(ctx: VerbContext, { cursor, limit }: ListWorkspacesInput) {
  authorize(ctx.actor, billingAdminAccess.workspaces)
  const after = readCursor(cursor)
  const rows = await ctx.db
    .select({
      account: billingAccounts,
      organizationName: organization.name,
      userName: user.name,
    })
    .from(billingAccounts)
    .leftJoin(organization, eq(organization.id, billingAccounts.organizationId))
    .leftJoin(user, eq(user.id, billingAccounts.ownerId))
    .where(
      after &&
        sql`(${billingAccounts.createdAt}, ${billingAccounts.id}) < (${after.at}::timestamptz, ${after.id})`,
    )
    .orderBy(desc(billingAccounts.createdAt), desc(billingAccounts.id))
    .limit(limit + 1)
  const items = rows.slice(0, limit).map(({ account, organizationName, userName }) => {
    const { id, status, seats, grantedUntil, grantReason, grantedPlan, createdAt } = account
    const plan = currentPlan(account)
    return {
      id,
      name: organizationName ?? userName ?? '',
      isPersonal: account.organizationId === null,
      plan,
      status,
      seats,
      granted: grantedUntil && plan === grantedPlan ? { until: grantedUntil, reason: grantReason } : null,
      createdAt,
    }
  })
  const last = items.at(-1)
  return {
    items,
    nextCursor: rows.length > limit && last ? writeCursor({ at: last.createdAt, id: last.id }) : null,
  }
}

/**
 * Gives a workspace a plan until a day, whatever it pays for: the organization with that slug, or the
 * personal workspace of the user with that address. Administrators. Throws not_found (field `workspace`).
 */
export async function grantPlan(
  ctx: VerbContext,
  { workspace, plan, until, reason }: GrantInput,
): Promise<{ id: string }> {
  const actor = authorize(ctx.actor, billingAdminAccess.grant)
  return ctx.db.transaction(async (tx) => {
    const found = await findWorkspace(tx, workspace)
    const id = await ensureAccount(tx, found)
    await tx
      .update(billingAccounts)
      .set({ grantedPlan: plan, grantedUntil: new Date(`${until}T23:59:59.999Z`), grantReason: reason })
      .where(eq(billingAccounts.id, id))
    await writeAudit(tx, actor, {
      action: 'billing.grant',
      target: { type: 'billing', id },
      organizationId: found.organizationId,
      details: { plan, reason, until },
    })
    return { id }
  })
}

/** Ends a plan that was given by hand. Administrators. Throws not_found. */
export async function endGrant(ctx: VerbContext, { id }: EndGrantInput): Promise<{ id: string }> {
  const actor = authorize(ctx.actor, billingAdminAccess.grant)
  return ctx.db.transaction(async (tx) => {
    const { organizationId } = await readAccount(tx, id)
    await tx
      .update(billingAccounts)
      .set({ grantedPlan: null, grantedUntil: null, grantReason: null })
      .where(eq(billingAccounts.id, id))
    await writeAudit(tx, actor, {
      action: 'billing.endGrant',
      target: { type: 'billing', id },
      organizationId,
    })
    return { id }
  })
}

async function findWorkspace(tx: Transaction, named: string): Promise<Workspace> {
  const [team] = await tx
    .select({ id: organization.id })
    .from(organization)
    .where(eq(organization.slug, named.toLowerCase()))
  if (team) return { organizationId: team.id, ownerId: null }
  const [owner] = await tx
    .select({ id: user.id })
    .from(user)
    .where(eq(sql`lower(${user.email})`, named.toLowerCase()))
  if (!owner) throw new AppError('not_found', 'billing:errors.noWorkspace', { field: 'workspace' })
  return { organizationId: null, ownerId: owner.id }
}

import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Workspace } from '@plinth/core/access'
import {
  type Db,
  type OpenDatabase,
  type Transaction,
  databaseNow,
  deleteOld,
} from '@plinth/core/database/server'
import { AppError } from '@plinth/core/verb/server'
import type { ChatLimits } from '../chat-services.server.ts'
import { chatUsage } from '../chat.table.server.ts'

const KEPT_DAYS = 40

/** The user and the workspace that an answer is charged to. */
export type TokenAccount = { userId: string; workspace: Workspace }
/** Tokens of one day that are reserved in advance. */
export type TokenReservation = { account: TokenAccount; day: string; tokens: number }

/** Today's date in UTC, by which tokens are counted. */
const todayUtc = (): string => databaseNow().toISOString().slice(0, 10)

const userKeyOf = ({ userId }: TokenAccount): string => `user:${userId}`
const workspaceKeyOf = ({ userId, workspace }: TokenAccount): string =>
  workspace.organizationId === null ? `personal:${userId}` : `organization:${workspace.organizationId}`

/** Seconds until the token budgets reset. */
const untilTomorrow = (): number =>
  Math.ceil((Date.parse(`${todayUtc()}T00:00:00Z`) + 86_400_000 - databaseNow().getTime()) / 1000)

/**
 * Reserves tokens before they are spent. Correct under any number of parallel requests and instances: each
 * counter is changed by one conditional statement. Throws limit when a budget is too small; the rollback of
 * the transaction then leaves both counters unchanged.
 */
export async function reserveTokens(
  tx: Transaction,
  account: TokenAccount,
  { tokens, limits }: { tokens: number; limits: ChatLimits },
): Promise<TokenReservation> {
  const day = todayUtc()
  const { userId } = account
  const { organizationId } = account.workspace
  const owner = organizationId === null ? { userId } : { organizationId }
  const counters = [
    { subject: userKeyOf(account), max: limits.tokensPerDay, owner: { userId } },
    { subject: workspaceKeyOf(account), max: limits.workspaceTokensPerDay, owner },
  ]
  for (const { subject, max, owner: of } of counters) {
    const taken =
      tokens <= max &&
      (await tx
        .insert(chatUsage)
        .values({ subject, day, tokens, ...of })
        .onConflictDoUpdate({
          target: [chatUsage.subject, chatUsage.day],
          set: { tokens: sql`${chatUsage.tokens} + ${tokens}` },
          setWhere: sql`${chatUsage.tokens} + ${tokens} <= ${max}`,
        })
        .returning({ subject: chatUsage.subject }))
    if (!taken || taken.length === 0)
      throw new AppError('limit', 'chat:errors.tokensSpent', { retryAfterSeconds: untilTomorrow() })
  }
  return { account, day, tokens }
}

/** Replaces a reservation with the tokens actually spent. Locks rows in the order of `reserveTokens`. */
export async function settleTokens(
  db: Db,
  { account, day, tokens }: TokenReservation,
  spent: number,
): Promise<void> {
  if (spent === tokens) return
  await db.transaction(async (tx) => {
    for (const subject of [userKeyOf(account), workspaceKeyOf(account)])
      await tx
        .update(chatUsage)
        .set({ tokens: sql`greatest(0, ${chatUsage.tokens} + ${spent - tokens})` })
        .where(and(eq(chatUsage.subject, subject), eq(chatUsage.day, day)))
  })
}

/** Returns today's tokens of the user and of the active workspace, and when they reset. */
export async function readTokens(
  db: Db,
  account: TokenAccount,
): Promise<{ user: number; workspace: number; resetsAt: Date }> {
  const [own, workspace] = [userKeyOf(account), workspaceKeyOf(account)]
  const rows = await db
    .select()
    .from(chatUsage)
    .where(and(inArray(chatUsage.subject, [own, workspace]), gte(chatUsage.day, todayUtc())))
  const of = (subject: string) => rows.find((row) => row.subject === subject)?.tokens ?? 0
  return {
    user: of(own),
    workspace: of(workspace),
    resetsAt: new Date(databaseNow().getTime() + untilTomorrow() * 1000),
  }
}

/** Deletes counters older than KEPT_DAYS. */
export async function sweepTokens(db: OpenDatabase['db'], signal?: AbortSignal): Promise<void> {
  const where = sql`${chatUsage.day} < (now() at time zone 'utc')::date - ${KEPT_DAYS}::int`
  await deleteOld(db, { table: chatUsage, where, signal })
}

import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Workspace } from '#/core/access/actor.ts'
import { databaseNow } from '#/core/db/clock.server.ts'
import type { Db, Transaction } from '#/core/db/database.server.ts'
import { AppError } from '#/lib/app-error.ts'
import type { ChatLimits } from './chat-parts.server.ts'
import { chatRuns, chatUsage } from './chat.table.server.ts'

const KEPT_DAYS = 40

/** Whose tokens an answer costs: the person's and the workspace's, of the day on which it began. */
export type TokenAccount = { userId: string; workspace: Workspace; day: string }

/** Today, as days are counted here: UTC. */
export const todayUtc = (): string => databaseNow().toISOString().slice(0, 10)

const personOf = ({ userId }: Pick<TokenAccount, 'userId'>): string => `user:${userId}`
const workspaceKeyOf = ({ userId, workspace }: Omit<TokenAccount, 'day'>): string =>
  workspace.organizationId === null ? `personal:${userId}` : `organization:${workspace.organizationId}`

/** Seconds until there are new tokens. */
const untilTomorrow = (): number =>
  Math.ceil((Date.parse(`${todayUtc()}T00:00:00Z`) + 86_400_000 - databaseNow().getTime()) / 1000)

type Reservation = { runId: string; account: TokenAccount; amount: number; limits: ChatLimits }

/**
 * Takes tokens for a run before they are spent. Right under any number of parallel requests and instances:
 * each subject's row is changed by one conditional statement. Throws limit when they would not suffice; then
 * nothing is taken, because the transaction ends.
 */
export async function reserveTokens(
  tx: Transaction,
  { runId, account, amount, limits }: Reservation,
): Promise<void> {
  if (amount <= 0) return
  const subjects = [
    [personOf(account), limits.tokensPerDay],
    [workspaceKeyOf(account), limits.workspaceTokensPerDay],
  ] as const
  for (const [subject, max] of subjects) {
    const taken =
      amount <= max &&
      (await tx
        .insert(chatUsage)
        .values({ subject, day: account.day, tokens: amount })
        .onConflictDoUpdate({
          target: [chatUsage.subject, chatUsage.day],
          set: { tokens: sql`${chatUsage.tokens} + ${amount}` },
          setWhere: sql`${chatUsage.tokens} + ${amount} <= ${max}`,
        })
        .returning({ subject: chatUsage.subject }))
    if (!taken || taken.length === 0)
      throw new AppError('limit', 'chat:errors.tokensSpent', { retryAfterSeconds: untilTomorrow() })
  }
  await tx
    .update(chatRuns)
    .set({ tokens: sql`${chatRuns.tokens} + ${amount}` })
    .where(eq(chatRuns.id, runId))
}

/**
 * Sets what a run has really cost in place of what was taken for it. A run that died keeps what was taken:
 * what it has cost nobody can tell.
 */
export async function settleTokens(
  tx: Transaction,
  { runId, account, spent }: { runId: string; account: TokenAccount; spent: number },
): Promise<void> {
  const [run] = await tx
    .select({ tokens: chatRuns.tokens })
    .from(chatRuns)
    .where(eq(chatRuns.id, runId))
    .for('update')
  if (!run || run.tokens === spent) return
  await tx
    .update(chatUsage)
    .set({ tokens: sql`greatest(0, ${chatUsage.tokens} + ${spent - run.tokens})` })
    .where(
      and(
        inArray(chatUsage.subject, [personOf(account), workspaceKeyOf(account)]),
        eq(chatUsage.day, account.day),
      ),
    )
  await tx.update(chatRuns).set({ tokens: spent }).where(eq(chatRuns.id, runId))
}

/** Tokens of today: the person's and the active workspace's. */
export async function readTokens(
  db: Db,
  owner: Omit<TokenAccount, 'day'>,
): Promise<{ person: number; workspace: number; resetsAt: Date }> {
  const [person, workspace] = [personOf(owner), workspaceKeyOf(owner)]
  const rows = await db
    .select()
    .from(chatUsage)
    .where(and(inArray(chatUsage.subject, [person, workspace]), gte(chatUsage.day, todayUtc())))
  const of = (subject: string) => rows.find((row) => row.subject === subject)?.tokens ?? 0
  return {
    person: of(person),
    workspace: of(workspace),
    resetsAt: new Date(databaseNow().getTime() + untilTomorrow() * 1000),
  }
}

/** Forgets days long past. */
export async function sweepTokens(db: Db): Promise<void> {
  await db
    .delete(chatUsage)
    .where(lt(chatUsage.day, sql`(now() at time zone 'utc')::date - ${KEPT_DAYS}::int`))
}

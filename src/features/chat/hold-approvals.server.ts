import { sql } from 'drizzle-orm'
import type { Transaction } from '#/core/db/database.server.ts'
import { APPROVAL_MINUTES } from './chat-limits.ts'
import { chatApprovals } from './chat.table.server.ts'
import type { StartedRun } from './run-log.server.ts'
import type { Spoken } from './speak.server.ts'

/**
 * Stores what a person is asked, with the end of the answer that asks it. Good for that person only, and for
 * a while.
 */
export async function holdApprovals(
  tx: Transaction,
  run: StartedRun,
  approvals: Spoken['approvals'],
): Promise<void> {
  if (approvals.length === 0) return
  const expiresAt = sql`now() + make_interval(mins => ${APPROVAL_MINUTES})`
  const { userId } = run.account
  await tx.insert(chatApprovals).values(
    approvals.map(({ approvalId, toolCallId, toolName }) => ({
      id: approvalId,
      runId: run.id,
      userId,
      toolCallId,
      toolName,
      expiresAt,
    })),
  )
}

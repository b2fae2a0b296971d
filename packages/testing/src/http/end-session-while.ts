import { eq, sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { session, user } from '@plinth/core/database/server'
import type { AppUnderTest } from './open-app.ts'

/**
 * Ends all sessions of a user, as a reset of the password does, while `ask` waits for the user's row, which
 * is locked. Returns what it returns, also if it does not wait.
 */
export async function endSessionWhile<Answer>(
  { db }: AppUnderTest,
  userId: string,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const { answer } = await db.transaction(async (tx) => {
    await tx.select({ id: user.id }).from(user).where(eq(user.id, userId)).for('update')
    let isOver = false
    const asked = ask().finally(() => (isOver = true))
    await vi.waitFor(async () => {
      const { rows } = await tx.execute(
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(isOver || rows.length === 1).toBe(true)
    }, 10_000)
    await tx.delete(session).where(eq(session.userId, userId))
    return { answer: asked }
  })
  return answer
}

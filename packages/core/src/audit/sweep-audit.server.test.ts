import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { parseEnv } from '#/env/env.server.ts'
import { createId } from '#/lib/create-id.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { auditLog } from './audit.table.server.ts'
import { sweepAudit } from './sweep-audit.server.ts'

const { db } = await openTestDatabase()
const daysAgo = (days: number) => sql`now() - make_interval(days => ${days})`

async function entry(days: number): Promise<string> {
  const id = createId()
  await db.insert(auditLog).values({ id, action: 'test.entry', at: daysAgo(days) })
  return id
}

describe('the audit log', () => {
  test('is kept unless a setting says otherwise, and is then deleted in batches', async () => {
    const entries = [await entry(1), await entry(4_000)]
    expect(await sweepAudit(db, { days: 0 })).toBe(0)
    const left = await db.select({ id: auditLog.id }).from(auditLog)
    expect(new Set(left.map(({ id }) => id))).toEqual(new Set(entries))
    await db.execute(
      sql`insert into audit_log (id, action, at) select 'old-' || n, 'test.old', ${daysAgo(400)} from generate_series(1, 2500) n`,
    )
    expect(await sweepAudit(db, { days: 365 })).toBe(2_501)
    expect(await db.$count(auditLog, eq(auditLog.action, 'test.old'))).toBe(0)
  })

  test('cannot be deleted otherwise: it is append-only, and its last 30 days stay whatever is configured', async () => {
    await entry(100)
    await entry(5)
    const remove = async (days: number | undefined, where: ReturnType<typeof daysAgo>) =>
      db.transaction(async (tx) => {
        if (days !== undefined)
          await tx.execute(sql`select set_config('app.audit_retention_days', ${String(days)}, true)`)
        await tx.execute(sql`delete from audit_log where at < ${where}`)
      })
    await expect(remove(undefined, daysAgo(50))).rejects.toThrow()
    await expect(remove(365, daysAgo(50))).rejects.toThrow()
    await expect(remove(1, daysAgo(2))).rejects.toThrow()
    await expect(remove(0, daysAgo(2))).rejects.toThrow()
  })

  test('needs a valid number of days: less than 30 is rejected at the start', () => {
    expect(() => parseEnv({ RETENTION_DAYS_AUDIT: '29' })).toThrow('RETENTION_DAYS_AUDIT')
  })
})

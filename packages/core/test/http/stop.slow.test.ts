import { readdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { signedInClient } from '@plinth/testing/http-client.ts'
import { openApp, PASSWORD, type AppUnderTest } from '@plinth/testing/http/open-app.ts'

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The number of statements of this database waiting for a lock. */
async function waitingForLock(db: Pick<AppUnderTest['db'], 'execute'>): Promise<number> {
  const { rows } = await db.execute<{ count: string }>(
    sql`select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return Number(rows[0]?.count)
}

describe('on SIGTERM, the application', () => {
  test('completes open requests, returns 503 at /readyz until then, and exits with 0', async () => {
    const app = await openApp()
    const ada = await signedInClient(app.url, { email: 'ada@example.com', password: PASSWORD })
    let statuses: number[] = []
    let code: number | null = null
    await app.db.transaction(async (tx) => {
      await tx.execute(sql`lock table audit_log in access exclusive mode`)
      const begun = Promise.all(Array.from({ length: 5 }, () => ada.get('/api/trpc/overview.read')))
      await expect.poll(() => waitingForLock(tx)).toBe(5)
      const ended = app.stop()
      await expect.poll(async () => (await fetch(`${app.url}/readyz`)).status).toBe(503)
      expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
      void begun.then((answers) => (statuses = answers.map(({ status }) => status)))
      void ended.then((exit) => (code = exit))
      await pause(100)
      expect(isRunning(app.pid)).toBe(true)
    })
    await expect.poll(() => code).toBe(0)
    expect(statuses).toEqual([200, 200, 200, 200, 200])
    await expect(fetch(`${app.url}/healthz`)).rejects.toThrow('fetch failed')
    expect(app.output()).not.toMatch(/"level":"error"/)
  })

  test('cuts off none of twenty responses in progress', async () => {
    const app = await openApp()
    const ada = await signedInClient(app.url, { email: 'ada@example.com', password: PASSWORD })
    const files = () => readdirSync(`/proc/${app.pid}/fd`).length
    const before = files()
    const answers = Array.from({ length: 20 }, async (_, at) => {
      const answer = await ada.get(at % 2 === 0 ? '/dashboard/settings' : '/api/trpc/sessions.list')
      return [answer.status, (await answer.text()).length > 100]
    })
    await expect.poll(() => files() - before, { interval: 5 }).toBeGreaterThanOrEqual(19)
    expect(await app.stop()).toBe(0)
    for (const answer of await Promise.all(answers)) expect(answer).toEqual([200, true])
  })

  test('does not wait for an idle connection', async () => {
    const app = await openApp()
    await (await fetch(`${app.url}/healthz`)).text()
    const startedAt = Date.now()
    expect(await app.stop()).toBe(0)
    // Open requests would get ten seconds.
    expect(Date.now() - startedAt).toBeLessThan(4_500)
  })
})

import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { signedInClient } from '../http-client.ts'
import { openApp, PASSWORD } from './open-app.ts'

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('told to stop, the application', { timeout: 60_000 }, () => {
  test('answers what it has begun, says 503 at /readyz meanwhile, and then ends with 0', async () => {
    const app = await openApp()
    const ada = await signedInClient(app.url, { email: 'ada@example.com', password: PASSWORD })
    let statuses: number[] = []
    let code: number | null = null
    await app.db.transaction(async (tx) => {
      await tx.execute(sql`lock table post in access exclusive mode`)
      const begun = Promise.all(Array.from({ length: 5 }, () => ada.get('/api/trpc/posts.list')))
      await pause(300)
      const ended = app.stop()
      await expect.poll(async () => (await fetch(`${app.url}/readyz`)).status, { timeout: 2_000 }).toBe(503)
      expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
      void begun.then((answers) => (statuses = answers.map(({ status }) => status)))
      void ended.then((exit) => (code = exit))
      await pause(500)
      expect(isRunning(app.pid)).toBe(true)
    })
    await expect.poll(() => code, { timeout: 5_000 }).toBe(0)
    expect(statuses).toEqual([200, 200, 200, 200, 200])
    await expect(fetch(`${app.url}/healthz`)).rejects.toThrow('fetch failed')
    expect(app.output()).not.toMatch(/"level":"error"/)
  })

  test('cuts none of fifty answers that are under way', async () => {
    const app = await openApp()
    const ada = await signedInClient(app.url, { email: 'ada@example.com', password: PASSWORD })
    const answers = Array.from({ length: 50 }, async (_, at) => {
      const answer = await ada.get(at % 2 === 0 ? '/dashboard/posts' : '/api/trpc/posts.list')
      return [answer.status, (await answer.text()).length > 100]
    })
    await pause(60)
    expect(await app.stop()).toBe(0)
    for (const answer of await Promise.all(answers)) expect(answer).toEqual([200, true])
  })

  test('keeps an idle connection waiting for nothing', async () => {
    const app = await openApp()
    await (await fetch(`${app.url}/healthz`)).text()
    const startedAt = Date.now()
    expect(await app.stop()).toBe(0)
    expect(Date.now() - startedAt).toBeLessThan(3_000)
  })
})

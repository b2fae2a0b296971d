// Two instances that share a database and a Redis, and a Redis that fails.
import { beforeAll, describe, expect, test } from 'vitest'
import { limitCounter } from '@plinth/core/internal/limits/limits.table.server.ts'
import { signedInClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { atEnd } from '@plinth/testing/runner/at-end.ts'
import { isRedisMissing, startRedis, type RedisUnderTest } from '@plinth/testing/servers/redis-server.ts'
import { startApp, type RunningApp } from '@plinth/testing/programs/running-app.ts'
import { openApp, PASSWORD, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { signUp } from '@plinth/testing/http/users.ts'
import { hasLiveUpdates, openLiveStream, writeSomething } from '@plinth/testing/http/live-stream.ts'

const REDIS_PASSWORD = 'hunter2-of-redis'

describe.skipIf(isRedisMissing)('with Redis', () => {
  let server: RedisUnderTest
  let app: AppUnderTest
  let twin: RunningApp
  let ada: HttpClient

  beforeAll(async () => {
    server = await startRedis('--requirepass', REDIS_PASSWORD)
    const env = {
      REDIS_URL: server.url.replace('redis://', `redis://:${REDIS_PASSWORD}@`),
      BETTER_AUTH_SECRET: 'k3vT9mQ2xW8zR5nB7cJ4hL6pD1sF0gYa',
    }
    app = await openApp(env)
    twin = await startApp({
      env: { ...env, DATABASE_URL: app.database.url, DEMO_PASSWORD: PASSWORD, APP_URL: app.url },
    })
    atEnd(async () => void (await twin.stop()))
    ada = await signedInClient(app.url, { email: 'ada@example.com', password: PASSWORD })
  })

  const guess = (url: string, email: string) =>
    fetch(`${url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { origin: app.url, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'a wrong password' }),
    })

  test('concurrent guesses on both instances are counted in Redis, and nothing in the database', async () => {
    const { email } = await signUp(app)
    await app.db.delete(limitCounter)
    const statuses = await Promise.all(
      Array.from(
        { length: 40 },
        async (_, at) => (await guess(at % 2 === 0 ? app.url : twin.url, email)).status,
      ),
    )
    expect([
      statuses.filter((status) => status === 401).length,
      statuses.filter((status) => status === 429).length,
    ]).toEqual([20, 20])
    expect(await app.db.select().from(limitCounter)).toEqual([])
  })

  test.skipIf(!hasLiveUpdates)(
    'a stream of the other instance misses no write while Redis is killed, gone, back and frozen',
    async () => {
      const stream = await openLiveStream(twin.url, ada.cookie())
      async function arrives() {
        const arrived = stream?.next()
        expect((await writeSomething(ada)).status).toBe(200)
        const writtenAt = performance.now()
        await arrived
        return performance.now() - writtenAt
      }
      async function quickest() {
        const delays: number[] = []
        for (let round = 0; round < 5; round++) delays.push(await arrives())
        return Math.min(...delays.slice(1))
      }
      await arrives()
      const killed = server.kill()
      // Polling every five seconds alone would delay each but the first by about that long.
      expect(await quickest()).toBeLessThan(3_000)
      await killed
      await server.start()
      expect(await quickest()).toBeLessThan(3_000)
      server.freeze()
      expect(await quickest()).toBeLessThan(3_000)
      server.thaw()
      await arrives()
      await stream?.close()
    },
  )

  test.skipIf(!hasLiveUpdates)(
    'a session that ends on one instance ends its stream on the other, whatever Redis does, and opens nothing',
    async () => {
      const end = { up: async () => {}, killed: server.kill, back: server.start, frozen: server.freeze }
      for (const [state, change] of Object.entries(end)) {
        const { client } = await signUp(app)
        const cookie = client.cookie()
        const stream = await openLiveStream(twin.url, cookie)
        await change()
        expect((await client.post('/api/auth/sign-out', {})).status).toBe(200)
        const call = () => fetch(`${twin.url}/api/trpc/sessions.list`, { headers: { cookie } })
        expect((await call()).status, state).toBe(401)
        const endedAt = performance.now()
        await stream?.ended()
        expect(performance.now() - endedAt, state).toBeLessThan(15_000)
      }
      server.thaw()
    },
  )

  test.each(['kill', 'freeze'] as const)(
    '%s under load: no response is 5xx, and the limit holds',
    async (how) => {
      const { client } = await signUp(app)
      const statuses: number[] = []
      let done = 0
      const load = Array.from({ length: 6 }, async () => {
        for (let at = 0; at < 30; at++) {
          statuses.push(
            (await client.post('/api/trpc/profile.setLanguage', { json: { language: 'en' } })).status,
          )
          if (++done === 40) await server[how]()
        }
      })
      await Promise.all(load)
      const passed = statuses.filter((status) => status === 200).length
      expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
      // Sixty a minute in each of the two instances.
      expect(passed).toBeGreaterThanOrEqual(60)
      expect(passed).toBeLessThanOrEqual(120)
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(60)
      const ready = await fetch(`${app.url}/readyz`)
      expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }])
      if (how === 'kill') await server.start()
      else server.thaw()
    },
  )

  test('an instance starts while Redis is away and logs it once, without the password', async () => {
    await server.kill()
    const env = {
      DATABASE_URL: app.database.url,
      DEMO_PASSWORD: PASSWORD,
      REDIS_URL: `redis://:${REDIS_PASSWORD}@127.0.0.1:${server.port}`,
      APP_URL: app.url,
    }
    const third = await startApp({ env })
    expect((await guess(third.url, 'nobody@example.com')).status).toBe(401)
    expect(await third.stop()).toBe(0)
    expect(third.output().match(/Redis is unavailable/g)).toHaveLength(1)
    for (const { output } of [app, twin, third]) expect(output()).not.toContain(REDIS_PASSWORD)
    for (const { output } of [app, twin, third]) expect(output()).not.toMatch(/"level":"error"/)
  })
})

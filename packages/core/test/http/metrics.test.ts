import { beforeAll, describe, expect, test } from 'vitest'
import { signedInClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { openApp, PASSWORD, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { openLiveStream } from '@plinth/testing/http/live-stream.ts'

const TOKEN = 'k3vT9mQ2xW8zR5nB7cJ4hL6p'

let app: AppUnderTest
let ada: HttpClient
beforeAll(async () => {
  app = await openApp({ METRICS_TOKEN: TOKEN })
  ada = await signedInClient(app.url, { email: 'ada@example.com', password: PASSWORD })
})

const ask = (authorization?: string) =>
  fetch(`${app.url}/metrics`, { headers: authorization === undefined ? {} : { authorization } })
const read = async () => (await ask(`Bearer ${TOKEN}`)).text()
/** The value of the one line that starts with `name`. */
const valueOf = (text: string, name: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')
      .at(-1),
  )

describe('/metrics', () => {
  test('requires the token', async () => {
    for (const wrong of [
      undefined,
      '',
      TOKEN,
      'Bearer',
      `Bearer ${TOKEN}x`,
      `Bearer ${TOKEN.slice(1)}`,
      `bearer ${TOKEN.toUpperCase()}`,
    ]) {
      const answer = await ask(wrong)
      expect([answer.status, answer.headers.get('www-authenticate')], String(wrong)).toEqual([401, 'Bearer'])
      expect(await answer.text()).not.toContain('process_')
    }
    expect((await ada.get('/metrics')).status).toBe(401)
    const right = await ask(`Bearer ${TOKEN}`)
    expect([right.status, right.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ])
    expect(app.output()).not.toContain(TOKEN)
  })

  test('counts requests by route pattern and status, including those served from memory', async () => {
    const count = (route: string, status: number, method = 'GET') =>
      `http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`
    const before = await read()
    const value = (text: string, name: string) => valueOf(text, name) || 0
    for (let at = 0; at < 3; at++) await (await fetch(`${app.url}/login`)).text()
    await ada.get('/api/trpc/sessions.list')
    await ada.get('/api/account/export/0197f3a1-7a53-7b6e-9d0b-5f5b8c1e2d3f')
    await fetch(`${app.url}/ada@example.com`)
    await fetch(`${app.url}/healthz`, { method: 'DELETE' })
    // An answer may be counted shortly after it has arrived.
    let after = ''
    const more = (name: string) => value(after, name) - value(before, name)
    await expect
      .poll(async () => {
        after = await read()
        return [
          more(count('/login', 200)),
          more(count('/api/trpc/sessions.list', 200)),
          more(count('(unknown)', 404)),
          more(count('/healthz', 405, 'other')),
        ]
      })
      .toEqual([3, 1, 1, 1])
    expect(after).toContain('route="/api/account/export/$exportId"')
  })

  test('reports the process, the pool, jobs and open streams, and no user data', async () => {
    const stream = await openLiveStream(app.url, ada.cookie())
    let text = ''
    // A busy machine may answer the first question too late, or have a query waiting at that moment.
    await expect
      .poll(async () => {
        text = await read()
        return {
          streams: valueOf(text, 'plinth_live_streams'),
          up: valueOf(text, 'plinth_database_up'),
          waiting: valueOf(text, 'plinth_database_connections{state="waiting"}'),
        }
      })
      .toEqual({ streams: stream ? 1 : 0, up: 1, waiting: 0 })
    await stream?.close()
    expect(valueOf(text, 'plinth_database_connections{state="total"}')).toBeGreaterThan(0)
    for (const state of ['created', 'active', 'failed'])
      expect(valueOf(text, `plinth_jobs{state="${state}"}`)).toBeGreaterThanOrEqual(0)
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m)
    expect(text).toMatch(/^process_resident_memory_bytes /m)
    // Local mode sends no mail, and this instance has no Redis.
    expect(text).not.toMatch(/^plinth_(mails_waiting|redis_up) /m)
    expect(text).not.toMatch(/@|0197f3|127\.0\.0\.1|example/)
    await expect.poll(async () => valueOf(await read(), 'plinth_live_streams')).toBe(0)
  })

  test('responds while the database is away, without its figures', async () => {
    await app.database.cut()
    try {
      const text = await read()
      expect(valueOf(text, 'plinth_database_up')).toBe(0)
      expect(text).not.toMatch(/^plinth_jobs\{/m)
      expect(text).toMatch(/^process_resident_memory_bytes /m)
    } finally {
      await app.database.restore()
    }
    await expect.poll(async () => valueOf(await read(), 'plinth_database_up')).toBe(1)
  })
})

import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { createHttpClient, signedInClient, type HttpClient } from '../http-client.ts'
import { openStream } from './todo-stream.ts'
import { openApp, PASSWORD, type AppUnderTest } from './open-app.ts'

let app: AppUnderTest
let ada: HttpClient
beforeAll(async () => {
  app = await openApp()
  ada = await signedInClient(app.url, { email: 'ada@example.com', password: PASSWORD })
})

const READERS = 30
const secondsSince = (startedAt: number) => (performance.now() - startedAt) / 1_000

async function timed(
  work: () => Promise<Response>,
): Promise<{ status: number; retryAfter: string | null; seconds: number }> {
  const startedAt = performance.now()
  const answer = await work()
  await answer.text()
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    seconds: secondsSince(startedAt),
  }
}
const ready = () => timed(() => fetch(`${app.url}/readyz`))
const isReady = async () =>
  await expect.poll(async () => (await ready()).status, { timeout: 8_000 }).toBe(200)

describe('a table that somebody has locked', () => {
  test('stops those who read it and nobody else', { timeout: 60_000 }, async () => {
    let unlock = () => {}
    const held = new Promise<void>((resolve) => (unlock = resolve))
    let isLocked = () => {}
    const locked = new Promise<void>((resolve) => (isLocked = resolve))
    const holder = app.db.transaction(async (tx) => {
      await tx.execute(sql`lock table post in access exclusive mode`)
      isLocked()
      await held
    })
    await locked
    const post = `/api/trpc/posts.get?input=${encodeURIComponent(JSON.stringify({ json: { id: 'a'.repeat(24) } }))}`
    const paths = ['/api/trpc/posts.list', '/dashboard/posts', post]
    const stuck = Array.from({ length: READERS }, (_, reader) =>
      timed(() => ada.get(paths[reader % paths.length] ?? '')),
    )
    await pause(500)
    try {
      for (let look = 0; look < 6; look++) {
        const others = await Promise.all([
          ready(),
          timed(() => ada.get('/api/trpc/todos.list')),
          timed(() => ada.get('/dashboard/settings')),
        ])
        for (const { status, seconds } of others) {
          expect(status).toBe(200)
          // Less than those who read the table wait for it.
          expect(seconds).toBeLessThan(4)
        }
        await pause(400)
      }
      for (const { status, retryAfter, seconds } of await Promise.all(stuck)) {
        expect([status, Boolean(retryAfter)]).toEqual([503, true])
        expect(seconds).toBeLessThan(14)
      }
    } finally {
      unlock()
      await holder
    }
    expect((await timed(() => ada.get('/api/trpc/posts.list'))).status).toBe(200)
  })
})

describe('a database that takes connections and answers nothing', () => {
  test(
    'leaves no request without an end, /readyz says so within 2 s, and all is well seconds after',
    { timeout: 90_000 },
    async () => {
      await ada.get('/api/trpc/posts.list')
      app.database.freeze()
      let asked: Promise<Awaited<ReturnType<typeof timed>>[]>
      try {
        asked = Promise.all([
          ...Array.from({ length: 20 }, () => timed(() => ada.get('/api/trpc/posts.list'))),
          timed(() => ada.get('/dashboard/posts')),
          timed(() => ada.post('/api/trpc/posts.create', { json: { title: 'In vain', content: 'x' } })),
          timed(() =>
            createHttpClient(app.url).post('/api/auth/sign-in/email', {
              email: 'ben@example.com',
              password: PASSWORD,
            }),
          ),
        ])
        for (let look = 0; look < 8; look++) {
          const { status, seconds } = await ready()
          expect(status).toBe(503)
          expect(seconds).toBeLessThan(2)
          await pause(500)
        }
        expect((await timed(() => fetch(`${app.url}/healthz`))).seconds).toBeLessThan(1)
        for (const { status, retryAfter, seconds } of await asked) {
          expect([status, Boolean(retryAfter)]).toEqual([503, true])
          expect(seconds).toBeLessThan(12)
        }
      } finally {
        app.database.thaw()
      }
      await isReady()
      const again = await Promise.all(
        Array.from({ length: READERS }, () => timed(() => ada.get('/api/trpc/posts.list'))),
      )
      expect(again.filter(({ status, seconds }) => status !== 200 || seconds > 10)).toEqual([])
    },
  )

  test(
    'and then loses its connections without a word: streams of live updates hear again',
    { timeout: 90_000 },
    async () => {
      const stream = await openStream(app.url, ada.cookie())
      await stream.until(() => true)
      app.database.freeze()
      await pause(15_000)
      app.database.abandon()
      await isReady()
      await pause(10_000)
      const heard = stream.until(({ changed }) => changed.some(({ text }) => text === 'Heard again'))
      await ada.post('/api/trpc/todos.create', { json: { text: 'Heard again' } })
      await Promise.race([heard, pause(5_000).then(() => Promise.reject(new Error('not heard')))])
      await stream.close()
    },
  )
})

import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { atEnd } from '@plinth/testing/runner/at-end.ts'
import { createHttpClient, signedInClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { startDelay } from '@plinth/testing/servers/delay-proxy.ts'
import { hasLiveUpdates, openLiveStream, writeSomething } from '@plinth/testing/http/live-stream.ts'
import { openApp, PASSWORD, publicSettings, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { startApp } from '@plinth/testing/programs/running-app.ts'
import { signUp } from '@plinth/testing/http/users.ts'

let app: AppUnderTest
let ada: HttpClient
beforeAll(async () => {
  app = await openApp({ BETTER_AUTH_SECRET: publicSettings.BETTER_AUTH_SECRET })
  ada = await signedInClient(app.url, { email: 'ada@example.com', password: PASSWORD })
})

const READERS = 30

async function read(asked: Promise<Response>): Promise<{ status: number; saysWhen: boolean }> {
  const answer = await asked
  await answer.text()
  return { status: answer.status, saysWhen: answer.headers.has('retry-after') }
}
const BUSY = { status: 503, saysWhen: true }
const ready = () => read(fetch(`${app.url}/readyz`))
const isReady = async () =>
  await expect.poll(async () => (await ready()).status, { timeout: 60_000 }).toBe(200)

describe('a locked table', () => {
  test('leaves a gap in the home page', async () => {
    await app.db.transaction(async (tx) => {
      await tx.execute(sql`lock table audit_log in access exclusive mode`)
      const stuck = read(ada.get('/api/trpc/overview.read'))
      const home = read(ada.get('/dashboard'))
      expect(await Promise.race([home, stuck])).toEqual({ status: 200, saysWhen: false })
      expect(await stuck).toEqual(BUSY)
    })
    expect(await (await ada.get('/dashboard')).text()).toMatch(/overview.{1,10}read.{1,60}firstName/)
  })

  test('blocks its readers only', async () => {
    let unlock = () => {}
    const held = new Promise<void>((resolve) => (unlock = resolve))
    let isLocked = () => {}
    const locked = new Promise<void>((resolve) => (isLocked = resolve))
    const holder = app.db.transaction(async (tx) => {
      await tx.execute(sql`lock table audit_log in access exclusive mode`)
      isLocked()
      await held
    })
    await locked
    const stuck = Array.from({ length: READERS }, () => read(ada.get('/api/trpc/overview.read')))
    await pause(500)
    try {
      const others = [ready(), read(ada.get('/api/trpc/sessions.list')), read(ada.get('/dashboard/settings'))]
      // While the table is still locked.
      for (const answer of await Promise.all(others)) expect(answer).toEqual({ status: 200, saysWhen: false })
      for (const answer of await Promise.all(stuck)) expect(answer).toEqual(BUSY)
    } finally {
      unlock()
      await holder
    }
    expect((await ada.get('/api/trpc/overview.read')).status).toBe(200)
  })
})

describe('a database that accepts connections and never responds', () => {
  test('leaves no request hanging, /readyz reports it earlier, and everything recovers', async () => {
    await ada.get('/api/trpc/sessions.list')
    app.database.freeze()
    try {
      const asked = [
        ...Array.from({ length: 20 }, () => read(ada.get('/api/trpc/sessions.list'))),
        read(ada.get('/dashboard/settings')),
        read(ada.post('/api/trpc/profile.setLanguage', { json: { language: 'en' } })),
        read(
          createHttpClient(app.url).post('/api/auth/sign-in/email', {
            email: 'ben@example.com',
            password: PASSWORD,
          }),
        ),
      ]
      const first = Promise.race(asked).then(() => 'a request that needs the database')
      expect(await Promise.race([ready(), first])).toMatchObject({ status: 503 })
      expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
      // All of them while the database is frozen.
      for (const answer of await Promise.all(asked)) expect(answer).toEqual(BUSY)
    } finally {
      app.database.thaw()
    }
    await isReady()
    const again = await Promise.all(
      Array.from({ length: READERS }, () => read(ada.get('/api/trpc/sessions.list'))),
    )
    expect(again.filter(({ status }) => status !== 200)).toEqual([])
  })

  test.skipIf(!hasLiveUpdates)(
    'and then silently drops its connections: live updates arrive again',
    async () => {
      const stream = await openLiveStream(app.url, ada.cookie())
      app.database.freeze()
      await pause(15_000)
      app.database.abandon()
      await isReady()
      const heard = stream?.next()
      await writeSomething(ada)
      await heard
      await stream?.close()
    },
  )
})

test('twenty sign-ups at once succeed on a database that takes 150 ms for each query', async () => {
  const url = new URL(app.database.url)
  const slow = await startDelay(Number(url.port))
  url.port = String(slow.port)
  const { BETTER_AUTH_SECRET } = publicSettings
  const { dataDir } = app
  const late = await startApp({ env: { DATABASE_URL: url.href, BETTER_AUTH_SECRET }, dataDir })
  atEnd(async () => void (await late.stop()))
  slow.delay(150, 150)
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => (await signUp({ ...app, ...late })).answer.status),
  )
  expect(answers.filter((status) => status !== 200)).toEqual([])
})

import { setTimeout as pause } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { user } from '@plinth/core/database/server'
import { signedInClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { openApp, PASSWORD, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { untilReady } from '@plinth/testing/http/until-ready.ts'
import { signUp } from '@plinth/testing/http/users.ts'
import { textIn } from '@plinth/testing/browser/texts.ts'
import { preferredOf } from '@plinth/testing/languages.ts'

let app: AppUnderTest
let ada: HttpClient
beforeAll(async () => {
  app = await openApp()
  ada = await signedInClient(app.url, { email: 'ada@example.com', password: PASSWORD })
})

describe('while the database is away', () => {
  test('/readyz reports it, /healthz stays up, and a page is readable in the language of the user, with the request id', async () => {
    await app.database.cut()
    try {
      const ready = await fetch(`${app.url}/readyz`)
      expect([ready.status, await ready.json()]).toEqual([503, { status: 'database unavailable' }])
      expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
      for (const language of preferredOf('en', 'de')) {
        const [words = ''] = textIn(language)('errors:unavailable').split(/(?<=\.)/)
        const answer = await fetch(`${app.url}/dashboard/settings`, {
          headers: { cookie: ada.cookie(), 'accept-language': language },
        })
        const html = await answer.text()
        expect(answer.status).toBe(503)
        expect(html).toContain(`<html lang="${language}"`)
        expect(html).toContain(words)
        expect(html).toContain(answer.headers.get('x-request-id') ?? 'no id')
        expect(html).not.toMatch(/ECONN|127\.0\.0\.1|node_modules|select /)
      }
    } finally {
      await app.database.restore()
    }
    await untilReady(app.url)
  })

  test('nobody waits for it: every response arrives while it is away', async () => {
    await app.database.cut()
    try {
      const answers = await Promise.all(Array.from({ length: 40 }, () => ada.get('/api/trpc/sessions.list')))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    } finally {
      await app.database.restore()
    }
    await untilReady(app.url)
  })
})

test('/readyz reports a database that takes no writes, such as a standby', async () => {
  const reconnect = async () => {
    await app.database.cut()
    await app.database.restore()
  }
  await app.db.execute(sql`do $$ begin
    execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`)
  await reconnect()
  const ready = async () => (await fetch(`${app.url}/readyz`)).json()
  await expect.poll(ready).toEqual({ status: 'database read-only' })
  const again = sql`do $$ begin
    execute format('alter database %I reset default_transaction_read_only', current_database()); end $$`
  await app.db.transaction((tx) => tx.execute(again), { accessMode: 'read write' })
  await reconnect()
  await untilReady(app.url)
})

test('outages under load end no process, lose no acknowledged write, and recovery takes seconds', async () => {
  /** The number in the last acknowledged name of each writer, by address. */
  const acknowledged = new Map<string, number>()
  const strange: unknown[] = []
  let isOver = false
  const writers = await Promise.all(Array.from({ length: 6 }, () => signUp(app)))
  const load = writers.map(async ({ client, email }) => {
    for (let at = 1; !isOver && at < 55; at++) {
      const name = { firstName: 'Writer', lastName: `number ${at}` }
      const answer = await client.post('/api/auth/update-user', name)
      if (answer.ok) acknowledged.set(email, at)
      else if (answer.status !== 503) strange.push([answer.status, await answer.text()])
      await pause(20)
    }
  })
  const readers = Array.from({ length: 6 }, async () => {
    while (!isOver) {
      const answer = await ada.get('/dashboard/settings')
      await answer.text()
      if (![200, 503].includes(answer.status)) strange.push(answer.status)
      if (answer.status === 503 && !answer.headers.has('retry-after')) strange.push('no Retry-After')
      await pause(20)
    }
  })
  for (let round = 0; round < 4; round++) {
    await pause(400)
    await app.database.cut()
    await pause(150)
    await app.database.restore()
  }
  await untilReady(app.url)
  isOver = true
  await Promise.all([...load, ...readers])
  expect(strange).toEqual([])
  expect(acknowledged.size).toBe(writers.length)
  for (const [email, at] of acknowledged) {
    const [row] = await app.db.select().from(user).where(eq(user.email, email))
    expect(Number(row?.name.replaceAll(/\D/g, ''))).toBeGreaterThanOrEqual(at)
  }
  expect(process.kill(app.pid, 0)).toBe(true)
  expect(app.output()).not.toMatch(/uncaught exception|unhandled promise|"level":"error"/)
})

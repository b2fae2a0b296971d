// However a stream ends, it leaves nothing open. A feature's own streams: its tests/stream-ends.test.ts.
import { beforeAll, describe, expect, test } from 'vitest'
import { signedInClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { hasLiveUpdates, livePath, openLiveStream } from '@plinth/testing/http/live-stream.ts'
import { openMetered, type Metered } from '@plinth/testing/http/held-streams.ts'
import { PASSWORD } from '@plinth/testing/http/open-app.ts'
import { signUp } from '@plinth/testing/http/users.ts'

const COUNT = 16

let app: Metered
let ada: HttpClient
beforeAll(async () => {
  app = await openMetered()
  ada = await signedInClient(app.url, { email: 'ada@example.com', password: PASSWORD })
})

test('streams that were asked for with HEAD, on a connection that stays open, are closed', async () => {
  const live = hasLiveUpdates ? [livePath, livePath.replace('/api/', '/API/')] : []
  for (const path of ['/api/admin/users.csv', ...live]) {
    for (let count = 0; count < COUNT; count += 1) {
      await fetch(app.url + path, { method: 'HEAD', headers: { cookie: ada.cookie() } })
    }
  }
  await expect.poll(app.held).toEqual({ streams: 0, listeners: 0 })
})

describe.skipIf(!hasLiveUpdates)('live updates', () => {
  const open = async (client: HttpClient, count: number) =>
    (
      await Promise.all(Array.from({ length: count }, () => openLiveStream(app.url, client.cookie())))
    ).flatMap((stream) => stream ?? [])

  test('closed by their readers or by signing out leave nothing open', async () => {
    const { client } = await signUp(app)
    const streams = await open(client, COUNT)
    await expect.poll(async () => (await app.held()).streams).toBe(COUNT)
    await Promise.all(streams.slice(0, COUNT / 2).map((stream) => stream.close()))
    await client.post('/api/auth/sign-out', {})
    await Promise.all(streams.slice(COUNT / 2).map((stream) => stream.ended()))
    await expect.poll(app.held).toEqual({ streams: 0, listeners: 0 })
  })

  test('of a user are at most twenty per instance; the next gets 429, and other users are served', async () => {
    const { client } = await signUp(app)
    const streams = await open(client, 20)
    await expect.poll(async () => (await app.held()).streams).toBe(20)
    const next = await client.get(livePath)
    expect([next.status, Number(next.headers.get('retry-after'))]).toEqual([429, 10])
    expect(await next.json()).toMatchObject({ code: 'errors:tooManyStreams' })
    const others = await open(ada, 1)
    await Promise.all([...streams, ...others].map((stream) => stream.close()))
    await expect.poll(async () => (await app.held()).streams).toBe(0)
    const [again] = await open(client, 1)
    await again?.close()
  })
})

import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { atEnd } from '@plinth/testing/runner/at-end.ts'
import { signedInClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { startDatabaseProxy } from '@plinth/testing/http/database-proxy.ts'
import { PASSWORD, publicSettings, urlOf } from '@plinth/testing/http/open-app.ts'
import { requireBuild } from '@plinth/testing/runner/require-build.ts'
import { startApp, type RunningApp } from '@plinth/testing/programs/running-app.ts'
import { createEmptyDatabase } from '@plinth/testing/test-database.ts'
import { openModel } from './chat-app.ts'
import { aiSdkChat, storedThread, textOf } from './chat-clients.ts'

const WORDS = 80

/** A balancer like the nginx of docs/deploy.md: each request goes to the next instance that is in it. */
async function startBalancer() {
  const upstream: RunningApp[] = []
  let next = 0
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming
    const { port } = upstream[next++ % upstream.length] as RunningApp
    const passed = request(
      { host: '127.0.0.1', port, method, path: url, headers, agent: false },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    passed.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passed.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(async () => void server.close())
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, upstream }
}

/** Reads and writes without a pause until it is ended; returns how many of each status there were. */
function keepBusy(client: HttpClient) {
  const statuses: Record<string, number> = {}
  let isOver = false
  const work = async (send: () => Promise<Response>) => {
    while (!isOver) {
      const status = await send().then(
        async (answer) => (await answer.text(), String(answer.status)),
        (error: unknown) => String(error),
      )
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  const workers = [
    work(() => client.get('/dashboard')),
    work(() => client.get('/api/trpc/sessions.list')),
    work(() => client.post('/api/auth/update-user', { firstName: 'Ada', lastName: 'Lovelace' })),
  ]
  return async () => {
    isOver = true
    await Promise.all(workers)
    return statuses
  }
}

test('a rolling restart under load loses no request, and no word of an answer in progress', async () => {
  requireBuild()
  const { model, env: modelEnv } = await openModel()
  const balancer = await startBalancer()
  const database = await startDatabaseProxy(urlOf(await createEmptyDatabase()))
  atEnd(() => database.close())
  const env = {
    ...modelEnv,
    APP_URL: balancer.url,
    DEMO_PASSWORD: PASSWORD,
    BETTER_AUTH_SECRET: publicSettings.BETTER_AUTH_SECRET,
    DATABASE_URL: database.url,
  }
  const running = new Set<RunningApp>()
  atEnd(async () => void (await Promise.all([...running].map((app) => app.stop()))))
  const start = async () => {
    const app = await startApp({ env })
    running.add(app)
    balancer.upstream.push(app)
    return app
  }
  const old = [await start(), await start()]
  const ada = await signedInClient(balancer.url, { email: 'ada@example.com', password: PASSWORD })

  // On each of the old instances one answer.
  const chats = old.map((app) => aiSdkChat({ url: app.url, origin: balancer.url, client: ada }))
  const words = Array.from({ length: WORDS }, (_, at) => `word${at} `)
  const endLoad = keepBusy(ada)
  for (const [at, app] of old.entries()) {
    const { chat, threadId } = chats[at] as (typeof chats)[number]
    await start()
    // Far below the ten seconds that an instance gives an answer, also where pauses take longer.
    model.script({ text: words, pauseMs: 30 })
    const answered = chat.sendMessage({ text: 'Go on' })
    await vi.waitFor(() => expect(textOf(chat.lastMessage)).toContain('word0'), 30_000)
    balancer.upstream.splice(balancer.upstream.indexOf(app), 1)
    running.delete(app)
    expect(await app.stop()).toBe(0)
    await answered
    expect([chat.status, textOf(chat.lastMessage)]).toEqual(['ready', words.join('')])
    expect(textOf((await storedThread(ada, threadId))?.messages.at(-1))).toBe(words.join(''))
  }
  const statuses = await endLoad()
  // Writes reach the limit per minute, which is an answer too.
  expect(Object.keys(statuses).filter((status) => status !== '429')).toEqual(['200'])
  expect(statuses['200']).toBeGreaterThan(0)
})

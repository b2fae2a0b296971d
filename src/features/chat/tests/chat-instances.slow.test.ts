import { beforeAll, describe, expect, test, vi } from 'vitest'
import { atEnd } from '@plinth/testing/runner/at-end.ts'
import { signedInClient, type HttpClient } from '@plinth/testing/http-client.ts'
import type { ModelServer, Turn } from '@plinth/testing/servers/model-server.ts'
import { requireBuild } from '@plinth/testing/runner/require-build.ts'
import { startApp, type RunningApp } from '@plinth/testing/programs/running-app.ts'
import { createEmptyDatabase } from '@plinth/testing/test-database.ts'
import { openModel } from './chat-app.ts'
import { aiSdkChat, storedThread, textOf } from './chat-clients.ts'
import { startDatabaseProxy } from '@plinth/testing/http/database-proxy.ts'
import { PASSWORD, urlOf } from '@plinth/testing/http/open-app.ts'

const SLOWLY: Turn = { text: Array.from({ length: 100 }, (_, index) => `word${index} `), pauseMs: 100 }

let env: Record<string, string>
let first: RunningApp
let second: RunningApp
let model: ModelServer
let ada: HttpClient

beforeAll(async () => {
  requireBuild()
  const opened = await openModel()
  ;({ model } = opened)
  const proxy = await startDatabaseProxy(urlOf(await createEmptyDatabase()))
  atEnd(() => proxy.close())
  env = {
    DEMO_PASSWORD: PASSWORD,
    BETTER_AUTH_SECRET: 'k3vT9mQ2xW8zR5nB7cJ4hL6pD1sF0gYa',
    DATABASE_URL: proxy.url,
    ...opened.env,
  }
  first = await startApp({ env })
  // As behind a load balancer: all instances use the address of the first.
  env.APP_URL = first.url
  second = await startApp({ env })
  atEnd(async () => void (await Promise.all([first.stop(), second.stop()])))
  ada = await signedInClient(first.url, { email: 'ada@example.com', password: PASSWORD })
})

const hasBegun = (chat: ReturnType<typeof aiSdkChat>['chat']) =>
  vi.waitFor(
    () =>
      expect([chat.lastMessage?.role, textOf(chat.lastMessage)]).toEqual([
        'assistant',
        expect.stringMatching(/\w/),
      ]),
    30_000,
  )

/** A long response that has started on the first instance. */
async function begin(turn: Turn = SLOWLY) {
  const started = aiSdkChat({ url: first.url, client: ada })
  model.script(turn)
  const over = started.chat.sendMessage({ text: 'Go on and on' })
  await hasBegun(started.chat)
  const onSecond = aiSdkChat({ url: second.url, origin: first.url, client: ada, threadId: started.threadId })
  return { ...started, over, onSecond, upstream: model.requests.at(-1) }
}

const stopOn = (app: RunningApp, threadId: string) =>
  fetch(`${app.url}/api/chat/${threadId}/stop`, {
    method: 'POST',
    headers: { origin: first.url, cookie: ada.cookie() },
  })

describe('over two instances', () => {
  test('a response generated on one is followed on the other, chunk by chunk', async () => {
    const { onSecond, threadId } = await begin({ text: ['a ', 'b ', 'c ', 'd '], pauseMs: 300 })
    await onSecond.chat.resumeStream()
    expect(textOf(onSecond.chat.lastMessage)).toBe('a b c d ')
    expect((await storedThread(ada, threadId))?.generation).toBeNull()
  })

  test('stopped on one, it ends on the other: the request to the provider is aborted mid-response, and the partial text is kept', async () => {
    const { chat, over, threadId, upstream } = await begin()
    expect(await (await stopOn(second, threadId)).json()).toEqual({ stopped: true })
    await upstream?.closed
    expect(upstream?.aborted).toBe(true)
    await over
    expect(chat.status).toBe('ready')
    await vi.waitFor(
      async () =>
        expect((await storedThread(ada, threadId))?.messages.at(-1)?.metadata.state).toBe('stopped'),
      30_000,
    )
    expect(textOf((await storedThread(ada, threadId))?.messages.at(-1))).toContain('word0')
    expect(await (await stopOn(second, threadId)).json()).toEqual({ stopped: false })
  })

  test('an instance that stops finishes an answer that needs seconds', async () => {
    const third = await startApp({ env })
    const started = aiSdkChat({ url: third.url, origin: first.url, client: ada })
    model.script({ text: Array.from({ length: 70 }, (_, index) => `word${index} `), pauseMs: 100 })
    const over = started.chat.sendMessage({ text: 'Go on' })
    await hasBegun(started.chat)
    expect(await third.stop()).toBe(0)
    await over
    expect([started.chat.status, textOf(started.chat.lastMessage)]).toEqual([
      'ready',
      expect.stringMatching(/^word0 .* word69 $/),
    ])
    const stored = await storedThread(ada, started.threadId)
    expect([stored?.generation, textOf(stored?.messages.at(-1))]).toEqual([
      null,
      textOf(started.chat.lastMessage),
    ])
  })

  test('an instance that stops cuts a longer answer after ten seconds, and tells its readers on every instance', async () => {
    const third = await startApp({ env })
    const started = aiSdkChat({ url: third.url, origin: first.url, client: ada })
    const { threadId } = started
    model.script({ text: Array.from({ length: 300 }, (_, index) => `word${index} `), pauseMs: 100 })
    const own = started.chat.sendMessage({ text: 'Go on and on' })
    await hasBegun(started.chat)
    const upstream = model.requests.at(-1)
    const elsewhere = aiSdkChat({ url: first.url, client: ada, threadId })
    const followed = elsewhere.chat.resumeStream()
    const toldAfter = async (reader: Promise<void>) => {
      await reader
      return Math.round((performance.now() - stoppedAt) / 1_000)
    }
    const stoppedAt = performance.now()
    const stopped = third.stop()
    // To the second: nobody is told before the ten seconds are over, and everybody within one after.
    for (const seconds of await Promise.all([toldAfter(own), toldAfter(followed)]))
      expect([10, 11]).toContain(seconds)
    expect(await stopped).toBe(0)
    for (const { chat } of [started, elsewhere]) {
      expect(chat.error?.message).toMatch(/^A server restart interrupted/)
      expect(textOf(chat.lastMessage)).toContain('word50')
    }
    await upstream?.closed
    expect(upstream?.aborted).toBe(true)
    const last = (await storedThread(ada, threadId))?.messages.at(-1)
    expect(last).toMatchObject({ metadata: { state: 'failed' } })
    expect(last?.parts.find(({ type }) => type === 'data-failure')).toMatchObject({
      data: { code: 'chat:errors.interrupted' },
    })
    // A reload shows every word that a reader had seen.
    for (const { chat } of [started, elsewhere])
      expect(textOf(last).startsWith(textOf(chat.lastMessage))).toBe(true)
  })

  test('killed mid-response: readers on the other instance are told, the partial text is kept, and the thread continues', async () => {
    const { onSecond, threadId } = await begin()
    const following = onSecond.chat.resumeStream()
    await first.kill()
    await following
    expect(onSecond.chat.error?.message).toMatch(/^A server restart interrupted/)
    expect(textOf(onSecond.chat.lastMessage)).toContain('word0')
    first = await startApp({ env, port: first.port })
    ada = await signedInClient(first.url, { email: 'ada@example.com', password: PASSWORD })
    const stored = await storedThread(ada, threadId)
    expect(stored?.messages.at(-1)).toMatchObject({
      metadata: { state: 'failed' },
      parts: expect.arrayContaining([expect.objectContaining({ type: 'data-failure' })]),
    })
    expect(textOf(stored?.messages.at(-1))).toContain('word0')
    const again = aiSdkChat({
      url: second.url,
      origin: first.url,
      client: ada,
      threadId,
      messages: stored?.messages as never,
    })
    model.script({ text: 'Here again.' })
    await again.chat.sendMessage({ text: 'Still there?' })
    expect(textOf(again.chat.lastMessage)).toBe('Here again.')
  })
})

import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { HttpClient } from '@plinth/testing/http-client.ts'
import type { ModelServer, Turn } from '@plinth/testing/servers/model-server.ts'
import { openChatApp } from './chat-app.ts'
import { aiSdkChat, storedThread, textOf } from './chat-clients.ts'
import type { AppUnderTest } from '@plinth/testing/http/open-app.ts'

/** A sentence for users, not a key. */
const SENTENCE = /^(?!\w+:errors).+ .+\.$/

/** Texts of one letter, with reasoning between them. */
const manyTexts = (count: number) =>
  Array.from({ length: count }, (_, at) => (at % 2 === 0 ? { content: 'x' } : { reasoning_content: 'y' }))
    .map((delta) => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`)
    .join('')

/** A tool call, and the end of an answer without one. */
const deepCall = (levels: number) => {
  const input = `{"query":${'['.repeat(levels)}${']'.repeat(levels)}}`
  const call = { index: 0, id: 'call', type: 'function', function: { name: 'searchPosts', arguments: input } }
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: [call] } }] })}\n\n`
}

let app: AppUnderTest
let model: ModelServer
let ada: HttpClient

beforeAll(async () => {
  ;({ app, model, ada } = await openChatApp())
})

const stop = (threadId: string) =>
  fetch(`${app.url}/api/chat/${threadId}/stop`, {
    method: 'POST',
    headers: { origin: app.url, cookie: ada.cookie() },
  })

describe('a provider that misbehaves', () => {
  const cases: { does: string; turn: Turn; code: RegExp; kept?: string }[] = [
    {
      does: 'breaks the connection',
      turn: { text: 'Half of it', behave: 'cut' },
      code: /ai:errors\.(interrupted|badAnswer)/,
      kept: 'Half of it',
    },
    {
      does: 'ends without an end',
      turn: { text: 'Half of it', behave: 'unfinished' },
      code: /ai:errors\.interrupted/,
      kept: 'Half of it',
    },
    {
      does: 'is busy',
      turn: { fail: { status: 429, headers: { 'retry-after': '7' } } },
      code: /ai:errors\.rateLimited.*"retryAfterSeconds":7/,
    },
    { does: 'sends 50 MB', turn: { behave: 'huge' }, code: /chat:errors\.tooLong|ai:errors\.tooLarge/ },
    {
      does: 'calls 1,500 tools',
      turn: { toolCalls: Array.from({ length: 1_500 }, () => ({ name: 'searchPosts', arguments: {} })) },
      code: /chat:errors\.tooLong/,
    },
    { does: 'begins 3,000 texts', turn: { raw: manyTexts(3_000) }, code: /chat:errors\.tooLong/, kept: 'x' },
    {
      does: 'nests what it passes to a tool 20,000 times',
      turn: { raw: deepCall(20_000) },
      code: /ai:errors\.|errors:unexpected/,
    },
    { does: 'sends nonsense', turn: { behave: 'garbage' }, code: /ai:errors\./ },
  ]
  test.each(cases)(
    'and $does: the page reports the failure, the partial text is kept, and the built-in model answers instead',
    async ({ turn, code, kept = '' }) => {
      const { chat, threadId } = aiSdkChat({ url: app.url, client: ada })
      model.script(turn)
      await chat.sendMessage({ text: 'Well?' })
      expect(chat.status).toBe('error')
      expect(chat.error?.message).toMatch(SENTENCE)
      const answer = (await storedThread(ada, threadId))?.messages.at(-1)
      expect(JSON.stringify(answer?.parts.find(({ type }) => type === 'data-failure'))).toMatch(code)
      expect(textOf(answer)).toContain(kept)
      expect(model.requests.at(-1)?.sent).toBeLessThan(20_000_000)
      // By a chat: the first sign-in loads what it needs.
      expect(app.output()).not.toMatch(/\/api\/chat[^\n]*the event loop was held/)
      await chat.regenerate({ body: { model: 'built-in' } })
      expect(chat.status).toBe('ready')
      expect((await storedThread(ada, threadId))?.messages.at(-1)).toMatchObject({
        metadata: { state: 'done', model: { isBuiltIn: true } },
      })
    },
  )

  test.each(['silent', 'hang'] as const)(
    'and is %s: the response can be stopped, and the connection is closed',
    async (behave) => {
      const { chat, threadId } = aiSdkChat({ url: app.url, client: ada })
      const before = model.requests.length
      model.script({ text: 'Hm', behave })
      const over = chat.sendMessage({ text: 'Well?' })
      await vi.waitFor(() => expect(model.requests.length).toBe(before + 1), 30_000)
      expect((await stop(threadId)).status).toBe(200)
      await over
      await model.requests.at(-1)?.closed
      expect((await storedThread(ada, threadId))?.messages.at(-1)?.metadata.state).toBe('stopped')
    },
  )
})

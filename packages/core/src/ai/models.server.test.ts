import { createOpenAI } from '@ai-sdk/openai'
import { APICallError } from '@ai-sdk/provider'
import { generateText, streamText, tool } from 'ai'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { getLanguages } from '#/i18n/languages.ts'
import { translateTo } from '#/i18n/server-texts.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { failureOf } from '@plinth/testing/failure-of.ts'
import { startModelServer, type ModelServer } from '@plinth/testing/servers/model-server.ts'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { providerReason } from './provider-reason.ts'
import { providerLimits, type ProviderLimits } from './guarded-fetch.server.ts'
import { guardModel } from './guarded-model.server.ts'
import { readModelFailure } from './model-failure.server.ts'
import type { ModelSettings } from './model-settings.ts'
import { createModels, describeFailure } from './models.server.ts'
import { probeEmbeddingModel, probeModel } from './probe-model.server.ts'

const SECRET = 'sk-secret-9f2c'
const logged: unknown[] = []
const log = {
  info: (...args: unknown[]) => void logged.push(args),
  warn: (...args: unknown[]) => void logged.push(args),
}
const open = (env: ModelSettings, limits?: Partial<ProviderLimits>) =>
  createModels({ env, log, limits: { ...providerLimits, ...limits } })
let server: ModelServer

beforeAll(async () => {
  provideAllTexts()
  server = await startModelServer()
})
beforeEach(() => void (logged.length = 0))
afterAll(() => server.close())

describe('model settings', () => {
  test.each([
    [{}, undefined],
    [{ AI_MODEL: 'local', OPENAI_API_KEY: SECRET }, undefined],
    [{ OPENAI_API_KEY: SECRET }, 'openai:gpt-5.4-mini'],
    [{ ANTHROPIC_API_KEY: SECRET }, 'anthropic:claude-haiku-5-5'],
    [{ GOOGLE_GENERATIVE_AI_API_KEY: SECRET }, 'google:gemini-flash-latest'],
    [{ ANTHROPIC_API_KEY: SECRET, OPENAI_API_KEY: SECRET }, 'openai:gpt-5.4-mini'],
    [
      { AI_MODEL: 'anthropic:claude-opus-5', ANTHROPIC_API_KEY: SECRET, OPENAI_API_KEY: SECRET },
      'anthropic:claude-opus-5',
    ],
    [{ AI_MODEL: 'compatible:llama3.2@http://ollama.internal:11434/v1' }, 'compatible:llama3.2'],
  ])('%o select %s, and the log contains no secrets', async (settings, id) => {
    const { language } = await open(settings)
    expect(language?.id).toBe(id)
    expect(logged).toHaveLength(1)
    expect(JSON.stringify([logged, language?.label])).not.toMatch(/sk-secret|ollama\.internal/)
  })

  test('an embedding model exists only if one is configured', async () => {
    expect((await open({ OPENAI_API_KEY: SECRET })).embedding).toBeUndefined()
    expect(
      (await open({ AI_EMBEDDING_MODEL: 'google:gemini-embedding-2', GOOGLE_GENERATIVE_AI_API_KEY: SECRET }))
        .embedding?.id,
    ).toBe('google:gemini-embedding-2')
  })
})

const settings = (extra: ModelSettings = {}): ModelSettings => ({
  AI_MODEL: `compatible:test-model@${server.url}`,
  AI_API_KEY: SECRET,
  ...extra,
})

/** The response as the chat reads it: text and errors. */
async function answerOf(limits?: Partial<ProviderLimits>, abortSignal?: AbortSignal) {
  const models = await open(settings(), limits)
  const languageModel = models.language?.languageModel ?? 'none'
  const { stream, usage } = streamText({
    model: languageModel,
    prompt: 'Tell me of my cat',
    onError: () => {},
    abortSignal,
  })
  let text = ''
  const errors: unknown[] = []
  for await (const part of stream) {
    if (part.type === 'text-delta') text += part.text
    if (part.type === 'error') errors.push(part.error)
  }
  return { text, errors, usage, failure: describeFailure(errors[0]), request: server.requests.at(-1) }
}

describe('a compatible endpoint', () => {
  test('returns text, tool calls and token usage', async () => {
    server.script({ text: ['Your cat ', 'sleeps.'], usage: { prompt: 11, completion: 4 } })
    const { text, errors, usage, request } = await answerOf()
    expect({ text, errors }).toEqual({ text: 'Your cat sleeps.', errors: [] })
    expect(await usage).toMatchObject({ inputTokens: 11, outputTokens: 4 })
    expect(request?.headers.authorization).toBe(`Bearer ${SECRET}`)
    expect(request?.body).toMatchObject({ model: 'test-model', stream: true })
    server.script({ toolCalls: [{ name: 'look', arguments: { where: 'there' } }] })
    const models = await open(settings())
    const tools = { look: tool({ inputSchema: z.object({ where: z.string() }) }) }
    const { toolCalls } = await generateText({
      model: models.language?.languageModel ?? 'none',
      prompt: 'Look',
      tools,
    })
    expect(toolCalls).toMatchObject([{ toolName: 'look', input: { where: 'there' } }])
  })

  test('that sends thousands of events at once lets others have their turn in between', async () => {
    const event = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'x' } }] })}\n\n`
    server.script({ raw: event.repeat(3_000) })
    const { language } = await open(settings())
    const { stream } = streamText({ model: language?.languageModel ?? 'none', prompt: 'Tell me' })
    const partsOfTurn = new Map<number, number>()
    let turns = 0
    let turn = setImmediate(function next() {
      turns += 1
      turn = setImmediate(next)
    })
    for await (const { type } of stream)
      if (type === 'text-delta') partsOfTurn.set(turns, (partsOfTurn.get(turns) ?? 0) + 1)
    clearImmediate(turn)
    const parts = [...partsOfTurn.values()]
    expect(parts.reduce((sum, count) => sum + count)).toBe(3_000)
    expect(Math.max(...parts)).toBeLessThan(100)
  })

  test('needs no key', async () => {
    const models = await open({ AI_MODEL: `compatible:test-model@${server.url}` })
    await generateText({ model: models.language?.languageModel ?? 'none', prompt: 'Hello' })
    expect(server.requests.at(-1)?.headers.authorization).toBeUndefined()
  })

  test.each([400, 413, 422])(
    'that answers %i to large batches gets smaller ones, and from then on at once',
    async (status) => {
      const { embedding } = await open({ AI_EMBEDDING_MODEL: `compatible:test-embeddings@${server.url}` })
      const before = server.requests.length
      const capped = ({ input = [] }: { input?: string | string[] }) =>
        input.length > 32 ? { fail: { status, body: { error: { message: 'batch too large' } } } } : {}
      server.script(...Array.from({ length: 10 }, () => capped))
      const texts = Array.from({ length: 100 }, (_, at) => `text ${at}`)
      const vectors = await embedding?.embed(texts)
      await embedding?.embed(texts.slice(0, 30))
      const sizes = server.requests.slice(before).map(({ body }) => body.input?.length)
      expect(sizes).toEqual([96, 48, 24, 24, 48, 24, 24, 4, 24, 6])
      expect(vectors?.slice(99)).toEqual(await embedding?.embed(['text 99']))
    },
  )

  test('embeds in batches and returns one vector per text, in order', async () => {
    const { embedding } = await open({ AI_EMBEDDING_MODEL: `compatible:test-embeddings@${server.url}` })
    const before = server.requests.length
    const vectors = await embedding?.embed(Array.from({ length: 200 }, (_, at) => `text ${at}`))
    expect(vectors).toHaveLength(200)
    expect(server.requests.slice(before).map(({ body }) => body.input?.length)).toEqual([96, 96, 8])
    expect(await embedding?.embed(['text 199'])).toEqual(vectors?.slice(199))
    for (const vector of vectors ?? []) expect(Math.hypot(...vector)).toBeCloseTo(1, 10)
    for (const given of [
      [[3, 4]],
      [
        [3, 4],
        [0, 0],
      ],
      [[3, 4], []],
      [
        [3, 4],
        [1, 2, 3],
      ],
    ]) {
      server.script({ vectors: given })
      expect(await failureOf(embedding?.embed(['x', 'y']) ?? Promise.resolve())).toMatchObject({
        code: 'ai:errors.badAnswer',
      })
    }
    server.script({ fail: { status: 401, body: { error: { message: `bad key ${SECRET}` } } } })
    expect(await failureOf(embedding?.embed(['x']) ?? Promise.resolve())).toMatchObject({
      code: 'ai:errors.unauthorized',
    })
  })
})

describe('a provider that', () => {
  const fail = (status: number, headers: Record<string, string> = {}, error: object = {}) => ({
    fail: {
      status,
      headers,
      body: {
        error: { message: `Key ${SECRET} is no cat.\nSee https://me:pw@127.0.0.1/v1?key=x`, ...error },
      },
    },
  })

  test.each([
    ['refuses the key', fail(401), { code: 'ai:errors.unauthorized', params: { model: 'test-model' } }],
    ['knows no such model', fail(404), { code: 'ai:errors.unknownModel', params: { model: 'test-model' } }],
    [
      'has too many requests',
      fail(429, { 'retry-after': '17' }),
      { code: 'ai:errors.rateLimited', params: { model: 'test-model', retryAfterSeconds: 17 } },
    ],
    [
      'says nothing sensible of when',
      fail(429, { 'retry-after': '-1' }),
      { code: 'ai:errors.rateLimited', params: { model: 'test-model', retryAfterSeconds: 60 } },
    ],
    [
      'wants money',
      fail(429, {}, { code: 'insufficient_quota' }),
      { code: 'ai:errors.outOfCredit', params: { model: 'test-model' } },
    ],
    [
      'does not take the request',
      fail(400),
      {
        code: 'ai:errors.refusedWithReason',
        params: { model: 'test-model', reason: 'Key […] is no cat. See […]' },
      },
    ],
    [
      'is in trouble',
      fail(500),
      {
        code: 'ai:errors.unavailableWithReason',
        params: { model: 'test-model', reason: 'Key […] is no cat. See […]' },
      },
    ],
    [
      'sends something else',
      { behave: 'garbage' },
      { code: 'ai:errors.badAnswer', params: { model: 'test-model' } },
    ],
    [
      'reports an error in its stream',
      { behave: 'streamError', text: '' },
      {
        code: 'ai:errors.unavailableWithReason',
        params: { model: 'test-model', reason: 'words of the provider' },
      },
    ],
  ] as const)(
    '%s fails once, and neither users nor the log see a key or an address',
    async (_, turn, failure) => {
      const before = server.requests.length
      server.script(turn)
      const answer = await answerOf()
      expect(answer.failure).toEqual(failure)
      expect(answer.errors).toHaveLength(1)
      expect(answer.errors[0]).toBeInstanceOf(AppError)
      expect(server.requests.length - before).toBe(1)
      const seen = JSON.stringify([
        answer.failure,
        logged,
        String(answer.errors[0]),
        (answer.errors[0] as Error).stack,
      ])
      expect(seen).not.toMatch(/sk-secret|me:pw|127\.0\.0\.1/)
      expect(logged).toHaveLength(2)
    },
  )

  test('says more than users need is quoted in short, and in full in the log', async () => {
    const words = 'This request is not for me. '.repeat(20)
    server.script({ fail: { status: 422, body: { detail: words } } })
    const { failure } = await answerOf()
    expect(failure.params.reason).toMatch(/^This request .{150,186}…$/)
    expect(JSON.stringify(logged)).toContain(words.trim())
    for (const body of ['<html><h1>502 Bad Gateway</h1></html>', {}]) {
      server.script({ fail: { status: 502, body } })
      expect((await answerOf()).failure.code).toBe('ai:errors.unavailable')
    }
  })

  test('takes no tools is called again without them, and from then on at once', async () => {
    const { language } = await open(settings())
    const before = server.requests.length
    const ask = () =>
      generateText({
        model: language?.languageModel ?? 'none',
        prompt: 'Hello',
        maxRetries: 0,
        tools: { look: tool({ inputSchema: z.object({}) }) },
      })
    server.script({ fail: { status: 400, body: { error: { message: 'gemma3 does not support tools' } } } })
    expect((await ask()).text).toBe('You said: Hello')
    expect((await ask()).text).toBe('You said: Hello')
    expect(server.requests.slice(before).map(({ body }) => body.tools?.length ?? 0)).toEqual([1, 0, 0])
    server.script(fail(400))
    const { language: other } = await open(settings())
    const failing = streamText({
      model: other?.languageModel ?? 'none',
      prompt: 'Hello',
      maxRetries: 0,
      onError: () => {},
      tools: { look: tool({ inputSchema: z.object({}) }) },
    })
    await failing.consumeStream()
    expect(server.requests.length - before).toBe(4)
  })

  test('answers with nothing, or with reasoning only, has sent an empty answer', async () => {
    for (const text of ['', ' \n', '<think>Hm.</think>', '<thinking>Hm']) {
      server.script({ text: [text] })
      expect((await answerOf()).failure).toEqual({ code: 'ai:errors.empty', params: { model: 'test-model' } })
    }
  })

  test.each(['think', 'thinking', 'reasoning'])(
    'puts its reasoning into <%s> keeps it out of the answer, however it is split',
    async (tag) => {
      const whole = `<${tag}>\nA secret plan.\n</${tag}>\n\nThe answer is 4.`
      for (const size of [1, 3, 12, whole.length]) {
        server.script({ text: whole.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [] })
        const { text, failure } = await answerOf()
        expect({ text: text.trim(), failure: failure.code }).toEqual({
          text: 'The answer is 4.',
          failure: 'errors:unexpected',
        })
      }
    },
  )

  test.each(['cut', 'unfinished'] as const)(
    'breaks off (%s) leaves its partial text and an interrupted failure',
    async (behave) => {
      server.script({ behave, text: ['Your cat ', 'is'] })
      const { text, failure } = await answerOf()
      expect(text).toBe('Your cat is')
      expect(failure).toMatchObject({ code: 'ai:errors.interrupted' })
    },
  )

  test.each([
    ['never answers', { behave: 'silent' }, { headMs: 1_000 }],
    ['is slow with its first word', { firstByteMs: 5_000 }, { headMs: 1_000 }],
    ['goes quiet', { behave: 'hang', text: 'Well' }, { idleMs: 150 }],
    [
      'goes on for ever',
      { text: Array.from({ length: 1000 }, () => 'and '), pauseMs: 20 },
      { wholeMs: 1_000 },
    ],
  ] as const)('%s is aborted by its timeout, and its connection is closed', async (_, turn, limits) => {
    server.script(turn)
    const startedAt = performance.now()
    const { failure, request } = await answerOf(limits)
    // The default limits are a minute or more.
    expect(performance.now() - startedAt).toBeLessThan(20_000)
    expect(failure).toMatchObject({ code: 'ai:errors.timedOut' })
    if (!('firstByteMs' in turn))
      await expect(request?.closed.then(() => request.aborted)).resolves.toBe(true)
  })

  test.each([
    ['one event of a million values', `data: {"choices":[${'1,'.repeat(1_000_000)}1]}\n\n`],
    ['one of many lines', `data: {"choices":[\n${'data: 1,\n'.repeat(200_000)}data: 1]}\n\n`],
    ['no event', 'x'.repeat(1_000_000)],
  ])('sends %s is cut off before it is parsed', async (_, raw) => {
    server.script({ raw })
    expect((await answerOf()).failure).toMatchObject({ code: 'ai:errors.tooLarge' })
  })

  test('embeds with millions of values that are no vectors is cut off before they are parsed', async () => {
    const { embedding } = await open({ AI_EMBEDDING_MODEL: `compatible:test-embeddings@${server.url}` })
    const before = server.requests.length
    server.script(...Array.from({ length: 2 }, () => ({ raw: `{"data":[${'1,'.repeat(5_000_000)}1]}` })))
    expect(await failureOf(embedding?.embed(['x', 'y']) ?? Promise.resolve())).toMatchObject({
      code: 'ai:errors.tooLarge',
    })
    expect(server.requests.length - before, 'a smaller batch is tried').toBe(2)
  })

  test('sends thousands of events at once lets others have their turn', async () => {
    const event = `data: {"choices":[{"delta":{"content":"x"}}]}\n\n`
    server.script({ raw: event.repeat(100_000) })
    let turns = 0
    const timer = setInterval(() => (turns += 1), 1)
    await answerOf()
    clearInterval(timer)
    expect(turns).toBeGreaterThan(100)
  })

  test('sends 50 MB is cut off at the limit', async () => {
    server.script({ behave: 'huge' })
    const { text, failure, request } = await answerOf()
    expect(failure).toMatchObject({ code: 'ai:errors.tooLarge' })
    expect(text.length).toBeLessThanOrEqual(providerLimits.maxBytes)
    await request?.closed
    expect(request?.aborted).toBe(true)
    // The sockets buffer some more.
    expect(request?.sent).toBeLessThan(2 * providerLimits.maxBytes)
  })

  test('redirects is not followed: neither key nor prompt reach the other host', async () => {
    const elsewhere = await startModelServer()
    server.script(fail(307, { location: `${elsewhere.url}/chat/completions` }))
    expect((await answerOf()).failure).toMatchObject({ code: 'ai:errors.unreachable' })
    expect(elsewhere.requests).toEqual([])
    await elsewhere.close()
  })

  test('stops without a final event is also detected through the OpenAI library', async () => {
    const languageModel = guardModel(
      createOpenAI({ baseURL: server.url, apiKey: SECRET }).chat('any'),
      (error, hasBegun) => readModelFailure(error, { model: 'any', hasBegun }),
    )
    server.script({ behave: 'unfinished', text: 'Your cat' })
    const { stream } = await languageModel.doStream({
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
    })
    const parts: { type: string }[] = []
    for await (const part of stream) parts.push(part)
    expect(parts.at(-2)).toMatchObject({ type: 'error', error: { code: 'ai:errors.interrupted' } })
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finishReason: { unified: 'error' } })
  })

  test('is unreachable fails with its own error code', async () => {
    const models = await open({ AI_MODEL: 'compatible:gone@http://127.0.0.1:1/v1' })
    const error = await generateText({
      model: models.language?.languageModel ?? 'none',
      prompt: 'Hello',
    }).catch((caught: unknown) => caught)
    expect(describeFailure(error)).toEqual({ code: 'ai:errors.unreachable', params: { model: 'gone' } })
  })
})

test('an abort reaches the provider during the response and is not a failure', async () => {
  server.script({ text: Array.from({ length: 1000 }, () => 'and '), pauseMs: 20 })
  const stop = new AbortController()
  const answering = answerOf({}, stop.signal)
  await expect.poll(() => server.requests.at(-1)?.sent).toBeGreaterThan(2_000)
  stop.abort()
  const { errors, text, request } = await answering
  await request?.closed
  expect(request?.aborted).toBe(true)
  expect(errors).toEqual([])
  expect(text).toContain('and and')
})

test('a probe returns the status of the provider, undefined if it is unreachable or no model is configured', async () => {
  expect(await probeModel({})).toBeUndefined()
  expect(await probeModel(settings())).toEqual({
    model: 'compatible:test-model',
    host: new URL(server.url).host,
    status: 200,
  })
  expect(server.requests.at(-1)).toMatchObject({
    path: '/v1/models',
    headers: { authorization: `Bearer ${SECRET}` },
  })
  expect((await probeModel({ AI_MODEL: 'compatible:gone@http://127.0.0.1:1/v1' }))?.status).toBeUndefined()
  expect(await probeEmbeddingModel(settings())).toBeUndefined()
  expect(await probeEmbeddingModel({ AI_EMBEDDING_MODEL: `compatible:meaning@${server.url}` })).toMatchObject(
    {
      model: 'compatible:meaning',
      status: 200,
    },
  )
})

test.each([
  'Incorrect API key provided: sk-proj-abcdef123456.',
  'Authorization: Bearer abcdef123456',
  '{"x-api-key": "abcdef123456"}',
  'postgres://me:abcdef123456@db/x failed, see AIzaabcdef123456',
])('a provider that repeats a key in "%s" is quoted without it', (said) => {
  const reason = providerReason(said, []) ?? ''
  expect(reason).not.toContain('abcdef123456')
  expect(providerReason('The skeleton key has 5 tokens: too many. Basic', ['a-key'])).toBe(
    'The skeleton key has 5 tokens: too many. Basic',
  )
})

test('every failure has a translation in every language', () => {
  const call = (statusCode?: number, responseHeaders = {}) =>
    new APICallError({
      message: SECRET,
      url: 'https://api.example',
      requestBodyValues: {},
      statusCode,
      responseHeaders,
    })
  const errors = [
    call(),
    ...[200, 400, 401, 402, 403, 404, 408, 413, 422, 429, 500, 503, 504, 529].map((status) => call(status)),
    new TypeError(SECRET),
    SECRET,
    null,
    new AppError('unavailable', 'ai:errors.empty'),
  ]
  for (const error of errors) {
    for (const [hasBegun, reason] of [
      [true, undefined],
      [false, 'Too long.'],
    ] as const) {
      const { code, params } = readModelFailure(error, { model: 'the-model', hasBegun, reason })
      for (const language of getLanguages()) {
        const text = translateTo(language)(code as 'ai:errors.rateLimited', params)
        expect(text).toContain('the-model')
        expect(text).not.toMatch(/sk-secret|\{\{|ai:errors/)
      }
    }
  }
  const date = new Date(Date.now() + 90_000).toUTCString()
  expect(
    readModelFailure(call(429, { 'retry-after': date }), { model: 'm', hasBegun: false }).params
      .retryAfterSeconds,
  ).toBeGreaterThan(80)
})

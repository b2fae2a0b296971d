import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** The parts of a chat completions request body that tests look at. */
export type ModelRequestBody = {
  model?: string
  stream?: boolean
  messages?: { role: string; content?: unknown; tool_call_id?: string; tool_calls?: unknown }[]
  tools?: { function: { name: string } }[]
  input?: string | string[]
}

/** One response. An empty turn echoes the last user message. */
export type Turn = {
  text?: string | readonly string[]
  toolCalls?: readonly { name: string; arguments: object }[]
  usage?: { prompt: number; completion: number }
  /** Holds a stream after its first chunk, any other response before its headers, until it resolves. */
  waitFor?: Promise<unknown>
  /** Delays before the response headers, and before each chunk. */
  firstByteMs?: number
  pauseMs?: number
  /** Replaces the vectors computed from the texts. */
  vectors?: number[][]
  /** Replaces the body of the response. */
  raw?: string
  /** Fails with this status instead. */
  fail?: { status: number; headers?: Record<string, string>; body?: unknown }
  /**
   * `silent` never responds; `hang` stops sending after its text, `cut` breaks the connection there,
   * `unfinished` ends there without a final event; `huge` sends 50 MB; `garbage` is not an event stream;
   * `streamError` reports an error in the stream.
   */
  behave?: 'silent' | 'hang' | 'cut' | 'unfinished' | 'huge' | 'garbage' | 'streamError'
}

export type ModelRequest = {
  path: string
  headers: IncomingHttpHeaders
  body: ModelRequestBody
  /** Bytes written so far. */
  sent: number
  /** The client disconnected before the response was complete. */
  aborted: boolean
  /** Resolves when the response has closed. */
  closed: Promise<void>
}

export type ModelServer = {
  /** For `AI_MODEL=compatible:any-name@URL`. */
  url: string
  requests: ModelRequest[]
  /**
   * Queues responses; a function receives the request first. With an empty queue, the last user message is
   * repeated.
   */
  script(...turns: (Turn | ((body: ModelRequestBody) => Turn))[]): void
  close(): Promise<void>
}

const HUGE_BYTES = 50 * 1024 * 1024

/**
 * A server on loopback that speaks OpenAI's chat completions and embeddings, and misbehaves on request. The
 * caller closes it. `meanings` are groups of synonyms: texts with words of one group get similar vectors, all
 * others are far apart.
 */
export async function startModelServer({
  meanings = [],
}: { meanings?: readonly (readonly string[])[] } = {}): Promise<ModelServer> {
  const turns: (Turn | ((body: ModelRequestBody) => Turn))[] = []
  const requests: ModelRequest[] = []

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as ModelRequestBody
    const closed = Promise.withResolvers<void>()
    const seen: ModelRequest = {
      path: request.url ?? '',
      headers: request.headers,
      body,
      sent: 0,
      aborted: false,
      closed: closed.promise,
    }
    requests.push(seen)
    response.on('close', () => {
      seen.aborted = !response.writableFinished
      closed.resolve()
    })
    if (seen.path.endsWith('/models'))
      return answerJson(response, { data: [{ id: 'test-model', object: 'model' }] })
    const next = turns.shift() ?? {}
    const turn = typeof next === 'function' ? next(body) : next
    await pause(turn.firstByteMs ?? 0)
    if (!body.stream) await turn.waitFor
    if (turn.behave === 'silent') return
    if (turn.fail) return answerJson(response, turn.fail.body ?? { error: { message: 'refused' } }, turn.fail)
    if (turn.raw !== undefined) return void response.end(turn.raw)
    if (seen.path.endsWith('/embeddings'))
      return answerJson(response, embeddingsOf(body, { meanings, vectors: turn.vectors }))
    await (body.stream ? streamTurn(turn, { seen, response }) : answerWhole(turn, { seen, response }))
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    script: (...given) => void turns.push(...given),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Answering = { seen: ModelRequest; response: ServerResponse }

function answerJson(
  response: ServerResponse,
  body: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

const piecesOf = ({ text }: Turn, { body }: ModelRequest): readonly string[] =>
  typeof text === 'object' ? text : ((text ?? `You said: ${lastQuestion(body)}`).match(/\s*\S+|\s+$/g) ?? [])

function lastQuestion({ messages = [] }: ModelRequestBody): string {
  const content = messages.findLast(({ role }) => role === 'user')?.content
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map((part: { text?: string }) => part.text ?? '').join('') : ''
}

const toolCallsOf = ({ toolCalls = [] }: Turn) =>
  toolCalls.map(({ name, arguments: input }, index) => ({
    index,
    id: `call_${Math.random().toString(36).slice(2)}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }))

const usageOf = ({ usage = { prompt: 10, completion: 5 } }: Turn) => ({
  prompt_tokens: usage.prompt,
  completion_tokens: usage.completion,
  total_tokens: usage.prompt + usage.completion,
})

function answerWhole(turn: Turn, { seen, response }: Answering): void {
  const toolCalls = toolCallsOf(turn)
  const content = toolCalls.length > 0 ? null : piecesOf(turn, seen).join('')
  const message = { role: 'assistant', content, ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}) }
  const choice = { index: 0, message, finish_reason: toolCalls.length > 0 ? 'tool_calls' : 'stop' }
  answerJson(response, {
    id: 'chatcmpl-test',
    object: 'chat.completion',
    created: 0,
    model: 'test-model',
    choices: [choice],
    usage: usageOf(turn),
  })
}

async function streamTurn(turn: Turn, answering: Answering): Promise<void> {
  const { seen, response } = answering
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
  if (turn.behave === 'garbage')
    return void response.end('data: {"choices": [{"delta"\n\ndata: <html>no</html>\n\n')
  if (turn.behave === 'huge') return sendHuge(answering)
  const toolCalls = toolCallsOf(turn)
  if (toolCalls.length > 0) await send(answering, deltaOf({ role: 'assistant', tool_calls: toolCalls }))
  else
    for (const [index, piece] of piecesOf(turn, seen).entries()) {
      await pause(turn.pauseMs ?? 0)
      if (index > 0) await turn.waitFor
      if (response.destroyed) return
      await send(answering, deltaOf({ role: 'assistant', content: piece }))
    }
  if (turn.behave === 'hang') return
  if (turn.behave === 'cut') {
    // Lets the written data arrive.
    await pause(50)
    return void response.destroy()
  }
  if (turn.behave === 'unfinished') return void response.end()
  if (turn.behave === 'streamError')
    await send(answering, {
      error: { message: 'words of the provider', type: 'server_error', code: null },
    })
  await send(answering, deltaOf({}, toolCalls.length > 0 ? 'tool_calls' : 'stop'))
  await send(answering, { ...deltaOf({}), choices: [], usage: usageOf(turn) })
  response.end('data: [DONE]\n\n')
}

async function sendHuge(answering: Answering): Promise<void> {
  const event = deltaOf({ role: 'assistant', content: 'x'.repeat(64 * 1024) })
  while (answering.seen.sent < HUGE_BYTES && !answering.response.destroyed) await send(answering, event)
  answering.response.end('data: [DONE]\n\n')
}

function deltaOf(delta: object, finishReason: string | null = null) {
  const choices = [{ index: 0, delta, finish_reason: finishReason }]
  return { id: 'chatcmpl-test', object: 'chat.completion.chunk', created: 0, model: 'test-model', choices }
}

/** Waits while the client applies backpressure. */
async function send({ seen, response }: Answering, event: unknown): Promise<void> {
  const line = `data: ${JSON.stringify(event)}\n\n`
  seen.sent += line.length
  if (response.write(line)) return
  const closed = new AbortController()
  const close = () => closed.abort()
  response.once('close', close)
  await once(response, 'drain', { signal: closed.signal }).catch(() => {})
  response.off('close', close)
}

type Given = { meanings: readonly (readonly string[])[]; vectors: number[][] | undefined }

/** Vectors that reflect only identical texts and words of the same meaning. */
function embeddingsOf({ input = [] }: ModelRequestBody, { meanings, vectors }: Given) {
  const embeddings = vectors ?? [input].flat().map((text) => embeddingOf(text, meanings))
  const data = embeddings.map((embedding, index) => ({ object: 'embedding', index, embedding }))
  return { object: 'list', data, model: 'test-embeddings', usage: { prompt_tokens: 1, total_tokens: 1 } }
}

const VECTOR_SIZE = 64
const MEANING_WEIGHT = 12

function embeddingOf(text: string, meanings: readonly (readonly string[])[]): number[] {
  const words = new Set(text.toLowerCase().match(/\p{L}+/gu))
  // Seeded by the text: vectors of different texts have almost nothing in common.
  let seed = [...text].reduce((sum, letter) => (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) >>> 0, 7)
  const next = () => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 31 - 1
  return Array.from(
    { length: VECTOR_SIZE },
    (_, at) => next() + (meanings[at]?.some((word) => words.has(word)) ? MEANING_WEIGHT : 0),
  )
}

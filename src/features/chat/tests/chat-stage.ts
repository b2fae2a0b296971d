import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { tool, type ToolSet, type UIMessageChunk } from 'ai'
import type pg from 'pg'
import { z } from 'zod'
import type { Actor } from '@plinth/core/access'
import { describeFailure } from '@plinth/core/server'
import { openLive } from '@plinth/core/internal/realtime/live.server.ts'
import type { OpenDatabase } from '@plinth/core/database/server'
import { AppError, type VerbContext } from '@plinth/core/verb/server'
import { createId } from '@plinth/core/schema'
import { chatLimits, type ChatServices } from '../server/chat-services.server.ts'
import { atEnd } from '@plinth/testing/runner/at-end.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { testLog } from '@plinth/testing/test-database.ts'

/**
 * One step of the scripted model: text chunks, with an optional wait between them, a tool call, or a failure.
 */
export type Turn = {
  say?: string[]
  waitFor?: Promise<unknown>
  call?: { name: string; input: object }
  fail?: AppError
  tokens?: number
}

/** A provider's model that plays the given turns. */
export function scriptedModel() {
  const turns: Turn[] = []
  const calls: LanguageModelV4CallOptions[] = []
  const model: LanguageModelV4 = {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('Only streams')),
    async doStream(options) {
      calls.push(options)
      const parts = partsOf(turns.shift() ?? { say: ['Nothing more to say.'] }, options.abortSignal)
      return {
        stream: new ReadableStream({
          async pull(controller) {
            const { value, done } = await parts.next()
            if (done) controller.close()
            else controller.enqueue(value)
          },
        }),
      }
    },
  }
  return { model, turns, calls }
}

async function* partsOf(
  { say = [], waitFor, call, fail, tokens = 10 }: Turn,
  signal?: AbortSignal,
): AsyncGenerator<LanguageModelV4StreamPart, void, void> {
  yield { type: 'stream-start', warnings: [] }
  if (say.length > 0) yield { type: 'text-start', id: '1' }
  for (const [index, delta] of say.entries()) {
    if (index > 0 && waitFor)
      await Promise.race([waitFor, new Promise((resolve) => signal?.addEventListener('abort', resolve))])
    if (signal?.aborted) throw signal.reason
    yield { type: 'text-delta', id: '1', delta }
  }
  if (fail) return yield { type: 'error', error: fail }
  if (say.length > 0) yield { type: 'text-end', id: '1' }
  if (call)
    yield {
      type: 'tool-call',
      toolCallId: createId(),
      toolName: call.name,
      input: JSON.stringify(call.input),
    }
  yield {
    type: 'finish',
    usage: usageOf(tokens),
    finishReason: { unified: call ? 'tool-calls' : 'stop', raw: undefined },
  }
}

function usageOf(tokens: number): LanguageModelV4Usage {
  return {
    inputTokens: { total: tokens / 2, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: tokens / 2, text: undefined, reasoning: undefined },
  }
}

/**
 * The chat on its own database, with a scripted model and two tools: `look`, and `write`, which needs
 * approval. Its instance ends with the file.
 */
export function openChatStage({ db, connection }: { db: OpenDatabase['db']; connection: pg.ClientConfig }) {
  const { model, turns, calls } = scriptedModel()
  const written: string[] = []
  const live = openLive(connection, testLog)
  atEnd(() => live.close())
  const scripted = { id: 'scripted', label: 'Scripted', isBuiltIn: false, languageModel: model }
  const toolsOf: ChatServices['toolsOf'] = (page, currentContext) => {
    const tools: ToolSet = {
      look: tool({ inputSchema: z.object({}), execute: async () => ({ seen: true }) }),
      write: tool({
        inputSchema: z.object({ text: z.string() }),
        async execute({ text }, { abortSignal }) {
          await currentContext(abortSignal ?? new AbortController().signal)
          written.push(text)
          return { text }
        },
      }),
    }
    return page === 'rag' ? { tools: {}, writing: [] } : { tools, writing: ['write'] }
  }
  const services: ChatServices = {
    db,
    holder: createId(),
    secret: 'a secret of the tests',
    limits: { ...chatLimits, requestsPerMinute: 1_000 },
    commands: [],
    models: {
      list: () => [scripted],
      defaultId: scripted.id,
      find: (id) => (id === scripted.id ? scripted : undefined),
      failureOf: describeFailure,
    },
    toolsOf,
    search: async () => ({ items: [], confidence: 'none' }),
  }
  const contextOf = (actor: Actor, more: Partial<VerbContext> = {}) =>
    makeContext(db, actor, { live, ...more })
  return { services, turns, calls, written, live, contextOf }
}

/** Every chunk of a followed generation. */
export async function chunksOf(
  events: AsyncGenerator<{ chunks: UIMessageChunk[] }, void, void>,
): Promise<UIMessageChunk[]> {
  const all: UIMessageChunk[] = []
  for await (const { chunks } of events) all.push(...chunks)
  return all
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { wrapLanguageModel } from 'ai'
import type { OpenDatabase } from '@plinth/core/database/server'
import type { Log } from '@plinth/core/server'
import { AppError } from '@plinth/core/verb/server'
import { ANSWER_MAX_LENGTH } from '../../chat-limits.ts'
import type { ChatLimits, ChatModel } from '../chat-services.server.ts'
import { streamOf } from '../stream-of.ts'
import {
  reserveTokens,
  settleTokens,
  type TokenAccount,
  type TokenReservation,
} from './token-budget.server.ts'

/** Maximum output tokens of one model call. */
export const CALL_MAX_TOKENS = 4_096
/** A conservative estimate: most texts have more characters per token. */
const CHARACTERS_PER_TOKEN = 3

/** What the begin or end of a text and a tool call count as, in characters: an answer has 1,000 at most. */
const PART_LENGTH = 60

/** Parts that are passed on before others have their turn: one event may hold hundreds of tool calls. */
const PARTS_PER_TURN = 20

/** Estimates the maximum tokens of a text of this length, for reservations. */
export const tokensOfLength = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN)

type Limited = {
  db: OpenDatabase['db']
  log: Log
  limits: ChatLimits
  account: TokenAccount
  /** The reservation for the first call; undefined for a model that costs nothing. */
  reservation: TokenReservation | undefined
}

/**
 * Wraps a model with the limits of one answer. Each call reserves its tokens first and returns the unused
 * ones; the output of all calls together is cut off at ANSWER_MAX_LENGTH. `release` returns a reservation
 * that no call has used. Calls throw AppError limit.
 */
export function limitModel(
  { isBuiltIn, languageModel }: ChatModel,
  { db, log, limits, account, reservation }: Limited,
): { model: LanguageModelV4; release: () => Promise<void> } {
  let length = 0
  let unused = reservation

  async function settle(reserved: TokenReservation | undefined, spent: number): Promise<void> {
    if (!reserved) return
    await settleTokens(db, reserved, spent).catch((error: unknown) =>
      log.error({ err: error }, 'the tokens of an answer could not be counted'),
    )
  }
  async function reserveFor(promptTokens: number): Promise<TokenReservation | undefined> {
    if (isBuiltIn) return undefined
    const first = unused
    unused = undefined
    const tokens = promptTokens + CALL_MAX_TOKENS
    return first ?? (await db.transaction((tx) => reserveTokens(tx, account, { tokens, limits })))
  }
  async function* counted(
    parts: ReadableStream<LanguageModelV4StreamPart>,
    reserved: TokenReservation | undefined,
    promptTokens: number,
  ) {
    let written = 0
    let passed = 0
    let reported: number | undefined
    try {
      for await (const part of parts) {
        if ('delta' in part) written += part.delta.length
        length += 'delta' in part ? part.delta.length : PART_LENGTH
        if (length > ANSWER_MAX_LENGTH) throw new AppError('limit', 'chat:errors.tooLong')
        if (part.type === 'finish') {
          const { inputTokens, outputTokens } = part.usage
          if (inputTokens.total !== undefined && outputTokens.total !== undefined)
            reported = inputTokens.total + outputTokens.total
        }
        passed += 1
        if (passed % PARTS_PER_TURN === 0) await nextTurn()
        yield part
      }
    } finally {
      await settle(reserved, reported ?? promptTokens + tokensOfLength(written))
    }
  }
  const model = wrapLanguageModel({
    model: languageModel,
    middleware: {
      specificationVersion: 'v4',
      async wrapStream({ doStream, params }) {
        const promptTokens = tokensOfLength(JSON.stringify(params.prompt).length)
        const reserved = await reserveFor(promptTokens)
        try {
          const { stream, ...result } = await doStream()
          return { ...result, stream: streamOf(counted(stream, reserved, promptTokens)) }
        } catch (error) {
          // A provider that rejects the call has read the prompt at most.
          await settle(reserved, promptTokens)
          throw error
        }
      },
    },
  })
  return {
    model,
    async release() {
      const left = unused
      unused = undefined
      await settle(left, 0)
    },
  }
}

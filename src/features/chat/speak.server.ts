import { isStepCount, streamText, toUIMessageStream, type UIMessageChunk } from 'ai'
import { builtInOptions } from '#/core/ai/built-in/built-in-options.server.ts'
import { AppError } from '#/lib/app-error.ts'
import type { Language } from '#/core/i18n/languages.ts'
import { ANSWER_MAX_LENGTH } from './chat-limits.ts'
import type { ChatTools, FoundPassages } from './chat-parts.server.ts'
import { ANSWER_MAX_TOKENS, instructionsOf, toModelMessages, tokensOfLength } from './prompt.server.ts'
import type { StoredMessage } from './read-thread.server.ts'
import type { StartedRun } from './run-log.server.ts'
import { wholeCharacters } from './whole-characters.ts'

const STEPS_MAX = 6

type Speech = {
  run: StartedRun
  messages: readonly StoredMessage[]
  tools: ChatTools
  retrieval: FoundPassages | undefined
  language: Language
  secret: string
  signal: AbortSignal
  write(chunk: UIMessageChunk): void
  /** Called before each further step with what it may cost. Throws AppError limit. */
  reserve(tokens: number): Promise<void>
}

/** What has been spent, and the tools that wait for a person's word. */
export type Spoken = {
  tokens: number
  approvals: { approvalId: string; toolCallId: string; toolName: string }[]
}

/**
 * Lets the model answer and hands on what it says, piece by piece. `spoken` is kept up to date, so that it is
 * right also when this throws: what the model threw, AppError limit, or `chat:errors.tooLong`.
 */
export async function speak(speech: Speech, spoken: Spoken): Promise<void> {
  const { run, write } = speech
  let failure: { error: unknown } | undefined
  let length = 0
  const whole = wholeCharacters()
  const toolNames = new Map<string, string>()
  const stream = await modelStream(speech, spoken, (error) => (failure = { error }))
  for await (const chunk of stream) {
    if (chunk.type === 'abort') continue
    // Only what is not a tool's: those errors are the model's to go on from.
    if (chunk.type === 'error')
      throw failure?.error instanceof Error ? failure.error : new Error('The model gave no reason')
    if (chunk.type === 'tool-input-available') toolNames.set(chunk.toolCallId, chunk.toolName)
    if (chunk.type === 'tool-approval-request' && chunk.isAutomatic !== true) {
      spoken.approvals.push({
        approvalId: chunk.approvalId,
        toolCallId: chunk.toolCallId,
        toolName: toolNames.get(chunk.toolCallId) ?? '',
      })
    }
    if ('delta' in chunk && typeof chunk.delta === 'string') {
      length += chunk.delta.length
      spoken.tokens += run.model.isBuiltIn ? 0 : tokensOfLength(chunk.delta.length)
      if (length > ANSWER_MAX_LENGTH) throw new AppError('limit', 'chat:errors.tooLong')
    }
    write(whole(chunk))
  }
}

async function modelStream(speech: Speech, spoken: Spoken, onFailure: (error: unknown) => void) {
  const { run, messages, tools, retrieval, language, secret, signal, reserve } = speech
  const { model } = run
  const prompt = await toModelMessages({
    messages,
    tools: tools.tools,
    passages: model.isBuiltIn ? undefined : retrieval?.items,
  })
  const promptTokens = tokensOfLength(JSON.stringify(prompt).length)
  // Counted as spent at once; the model's own figures take its place step by step.
  let open = 0
  const count = (tokens: number) => {
    if (!model.isBuiltIn) spoken.tokens += tokens
  }
  const result = streamText({
    model: model.languageModel,
    instructions: instructionsOf(run.page),
    messages: prompt,
    tools: tools.tools,
    toolApproval: Object.fromEntries(tools.writing.map((name) => [name, 'user-approval' as const])),
    experimental_toolApprovalSecret: secret,
    stopWhen: isStepCount(STEPS_MAX),
    maxOutputTokens: ANSWER_MAX_TOKENS,
    maxRetries: 0,
    abortSignal: signal,
    providerOptions: model.isBuiltIn ? builtInOptions({ language, retrieval }) : undefined,
    onError() {},
    async prepareStep({ stepNumber }) {
      open = spoken.tokens
      if (stepNumber > 0) await reserve(promptTokens + ANSWER_MAX_TOKENS)
      count(promptTokens)
      return undefined
    },
    onStepEnd({ usage }) {
      if (usage.totalTokens !== undefined && !model.isBuiltIn) spoken.tokens = open + usage.totalTokens
    },
  })
  return toUIMessageStream({
    stream: result.stream,
    tools: tools.tools,
    sendStart: false,
    sendFinish: false,
    onError(error) {
      onFailure(error)
      return error instanceof AppError ? error.code : 'errors:unexpected'
    },
  })
}

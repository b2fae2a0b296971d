import type { LanguageModelV4 } from '@ai-sdk/provider'
import { isStepCount, streamText, toUIMessageStream, type UIMessageChunk } from 'ai'
import type { Language } from '@plinth/core/texts'
import { AppError } from '@plinth/core/verb/server'
import { builtInOptions } from '../built-in/built-in-options.server.ts'
import type { ChatTools } from '../chat-services.server.ts'
import { CALL_MAX_TOKENS } from '../limits/limited-model.server.ts'
import type { StoredMessage } from '../threads/read-thread.server.ts'
import { storable, wholeCharacters } from './chunks.ts'
import type { Generation } from './event-log.server.ts'
import { instructionsOf, toModelMessages } from './prompt.server.ts'
import type { FoundPassages } from '../passages.server.ts'

export const STEPS_MAX = 6

/** A tool call that waits for approval. */
export type PendingApproval = { approvalId: string; toolCallId: string; toolName: string }

type Options = {
  generation: Generation
  /** The generation's model with its limits applied. */
  model: LanguageModelV4
  messages: readonly StoredMessage[]
  tools: ChatTools
  retrieval: FoundPassages | undefined
  language: Language
  secret: string
  signal: AbortSignal
  write(chunk: UIMessageChunk): void
}

/**
 * Streams the model's answer into `write`, and returns the tool calls that wait for approval. Throws the
 * model's error.
 */
export async function streamAnswer(options: Options): Promise<PendingApproval[]> {
  let failure: unknown
  const whole = wholeCharacters()
  const toolNames = new Map<string, string>()
  const approvals: PendingApproval[] = []
  for await (const chunk of await modelStream(options, (error) => (failure = error))) {
    if (chunk.type === 'abort') continue
    // Tool errors have their own chunks, after which the model continues.
    if (chunk.type === 'error')
      throw failure instanceof Error ? failure : new Error('The model failed without a reason')
    if (chunk.type === 'tool-input-available') toolNames.set(chunk.toolCallId, chunk.toolName)
    if (chunk.type === 'tool-approval-request' && chunk.isAutomatic !== true) {
      const { approvalId, toolCallId } = chunk
      approvals.push({ approvalId, toolCallId, toolName: toolNames.get(toolCallId) ?? '' })
    }
    options.write(storable(whole(chunk)))
  }
  return approvals
}

async function modelStream(options: Options, onFailure: (error: unknown) => void) {
  const { generation, model, messages, tools, retrieval, language, secret, signal } = options
  const { isBuiltIn } = generation.model
  const passages = isBuiltIn ? undefined : retrieval?.items
  const result = streamText({
    model,
    instructions: instructionsOf(generation.page),
    messages: await toModelMessages({ messages, tools: tools.tools, passages }),
    tools: tools.tools,
    toolApproval: Object.fromEntries(tools.writing.map((name) => [name, 'user-approval' as const])),
    experimental_toolApprovalSecret: secret,
    stopWhen: isStepCount(STEPS_MAX),
    maxOutputTokens: CALL_MAX_TOKENS,
    maxRetries: 0,
    abortSignal: signal,
    providerOptions: isBuiltIn ? builtInOptions({ language, retrieval }) : undefined,
    onError() {},
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

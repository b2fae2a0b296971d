import { setImmediate as nextTick } from 'node:timers/promises'
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  LanguageModelV4Usage,
  SharedV4Warning,
} from '@ai-sdk/provider'
import { createId } from '@plinth/core/schema'
import { streamOf } from '../stream-of.ts'
import { readBuiltInOptions } from './built-in-options.server.ts'
import { readConversation } from './conversation.server.ts'
import { planReply, type BuiltInParts, type Reply } from './reply.server.ts'

export const BUILT_IN_ID = 'built-in'
/** As listed for users and stored with its answers. */
export const builtInInfo = { id: BUILT_IN_ID, label: 'Built-in (no language model)', isBuiltIn: true }

// Nothing is sent to a language model, so no token is used.
const usage: LanguageModelV4Usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
}

const finishReasons: Record<Reply['kind'], LanguageModelV4FinishReason> = {
  call: { unified: 'tool-calls', raw: undefined },
  text: { unified: 'stop', raw: undefined },
}

/**
 * The model that is always available and is not a language model: it quotes the passages it is given, runs
 * commands through the tools it is given, introduces itself, and generates no text of its own. Deterministic
 * except for the ids of tool calls; no network. Pass builtInOptions() as `providerOptions`.
 */
export function createBuiltInModel(brought: BuiltInParts): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'built-in',
    modelId: BUILT_IN_ID,
    supportedUrls: {},
    async doGenerate(options) {
      options.abortSignal?.throwIfAborted()
      const reply = replyTo(options, brought)
      const content = reply.kind === 'call' ? toolCall(reply) : ({ type: 'text', text: reply.text } as const)
      return {
        content: [content],
        finishReason: finishReasons[reply.kind],
        usage,
        warnings: warningsFor(options),
      }
    },
    async doStream(options) {
      options.abortSignal?.throwIfAborted()
      return { stream: streamOf(parts(options, brought)) }
    },
  }
}

async function* parts(
  options: LanguageModelV4CallOptions,
  brought: BuiltInParts,
): AsyncGenerator<LanguageModelV4StreamPart, void, void> {
  yield { type: 'stream-start', warnings: warningsFor(options) }
  const reply = replyTo(options, brought)
  if (reply.kind === 'call') {
    const call = toolCall(reply)
    yield { type: 'tool-input-start', id: call.toolCallId, toolName: call.toolName }
    yield { type: 'tool-input-delta', id: call.toolCallId, delta: call.input }
    yield { type: 'tool-input-end', id: call.toolCallId }
    yield call
  } else {
    yield { type: 'text-start', id: 'text' }
    for (const delta of reply.text.match(/\s*\S+|\s+$/g) ?? []) {
      // Yields between two words, so that other requests, such as a stop, are served.
      await nextTick()
      options.abortSignal?.throwIfAborted()
      yield { type: 'text-delta', id: 'text', delta }
    }
    yield { type: 'text-end', id: 'text' }
  }
  yield { type: 'finish', usage, finishReason: finishReasons[reply.kind] }
}

function replyTo(options: LanguageModelV4CallOptions, brought: BuiltInParts): Reply {
  const tools = options.toolChoice?.type === 'none' ? [] : (options.tools ?? [])
  return planReply(readConversation(options.prompt), {
    options: readBuiltInOptions(options),
    offered: new Set(tools.map(({ name }) => name)),
    brought,
  })
}

/** The id is new each time: two answers to the same message, even in one conversation, are two calls. */
function toolCall({ toolName, input }: Extract<Reply, { kind: 'call' }>): LanguageModelV4ToolCall {
  return { type: 'tool-call', toolCallId: `call-${createId()}`, toolName, input: JSON.stringify(input) }
}

function warningsFor({ responseFormat }: LanguageModelV4CallOptions): SharedV4Warning[] {
  return responseFormat?.type === 'json' ? [{ type: 'unsupported', feature: 'responseFormat' }] : []
}

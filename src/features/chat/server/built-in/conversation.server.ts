import type {
  JSONValue,
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4ToolResultOutput,
} from '@ai-sdk/provider'

/** The outcome of a tool call: its output, a failure with its reason, or a rejection by the user. */
export type Outcome =
  | { kind: 'output'; value: JSONValue }
  | { kind: 'failed'; reason: string }
  | { kind: 'refused' }
export type Step = { toolName: string; input: Record<string, unknown>; outcome: Outcome }
/** The last user message, and the tool calls since. */
export type Conversation = {
  message: string
  steps: Step[]
  /** Whether the conversation has no answer yet. */
  isNew: boolean
}

/**
 * Reads a prompt from its last user message on; earlier messages only matter for `isNew`. Safe for any
 * prompt.
 */
export function readConversation(prompt: LanguageModelV4CallOptions['prompt']): Conversation {
  const at = prompt.findLastIndex(({ role }) => role === 'user')
  const since = prompt.slice(at + 1)
  const inputs = new Map(since.flatMap(callsIn))
  return {
    message: textOf(prompt[at]),
    steps: since.flatMap((message) => resultsIn(message, inputs)),
    isNew: !prompt.some((message) => message.role === 'assistant' && textOf(message).trim() !== ''),
  }
}

function textOf(message: LanguageModelV4Message | undefined): string {
  if (message?.role !== 'user' && message?.role !== 'assistant') return ''
  return message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}

function callsIn(message: LanguageModelV4Message): [string, Record<string, unknown>][] {
  if (message.role !== 'assistant') return []
  return message.content.flatMap((part) =>
    part.type === 'tool-call' ? [[part.toolCallId, { ...(part.input as object) }]] : [],
  )
}

function resultsIn(
  message: LanguageModelV4Message,
  inputs: ReadonlyMap<string, Record<string, unknown>>,
): Step[] {
  if (message.role !== 'tool' && message.role !== 'assistant') return []
  return message.content.flatMap((part) =>
    part.type === 'tool-result'
      ? [
          {
            toolName: part.toolName,
            input: inputs.get(part.toolCallId) ?? {},
            outcome: outcomeOf(part.output),
          },
        ]
      : [],
  )
}

function outcomeOf(output: LanguageModelV4ToolResultOutput): Outcome {
  switch (output.type) {
    case 'execution-denied':
      return { kind: 'refused' }
    case 'error-text':
      return { kind: 'failed', reason: output.value }
    case 'error-json':
      return { kind: 'failed', reason: '' }
    case 'content':
      return {
        kind: 'output',
        value: output.value.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'),
      }
    case 'text':
    case 'json':
      return { kind: 'output', value: output.value }
  }
}

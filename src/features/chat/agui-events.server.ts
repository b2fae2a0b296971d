import type { UIMessageChunk } from 'ai'
import type { Translate, TranslationKey, TranslationParams } from '#/core/i18n/keys.ts'

/** An event of the AG-UI protocol, as TanStack AI's client reads it. */
export type AguiEvent = { type: string } & Record<string, unknown>

type Described = { threadId: string; runId: string; messageId: string; t: Translate }
type Failure = { code: string; params: TranslationParams }

/**
 * Turns the chunks of one run into AG-UI events; one translator a stream, because calls of tools are told
 * apart by what came before.
 */
export function aguiTranslator({ threadId, runId, messageId, t }: Described) {
  const started = new Map<string, string>()
  const inputs = new Map<string, unknown>()
  let failure: Failure | undefined
  let isFailed = false

  const custom = (name: string, value: unknown): AguiEvent[] => [{ type: 'CUSTOM', name, value }]
  const result = (toolCallId: string, content: unknown, more: object = {}): AguiEvent[] => [
    {
      type: 'TOOL_CALL_RESULT',
      messageId: `tool-${toolCallId}`,
      toolCallId,
      role: 'tool',
      content: JSON.stringify(content ?? null),
      ...more,
    },
  ]
  const begin = (toolCallId: string, toolName: string): AguiEvent[] => {
    if (started.has(toolCallId)) return []
    started.set(toolCallId, toolName)
    return [
      { type: 'TOOL_CALL_START', toolCallId, toolCallName: toolName, toolName, parentMessageId: messageId },
    ]
  }

  function events(chunk: UIMessageChunk): AguiEvent[] {
    switch (chunk.type) {
      case 'start':
        return [
          beginning(),
          ...custom('model', (chunk.messageMetadata as { model?: unknown } | undefined)?.model),
        ]
      case 'text-start':
        return [{ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' }]
      case 'text-delta':
        return chunk.delta === '' ? [] : [{ type: 'TEXT_MESSAGE_CONTENT', messageId, delta: chunk.delta }]
      case 'text-end':
        return [{ type: 'TEXT_MESSAGE_END', messageId }]
      case 'tool-input-start':
        return begin(chunk.toolCallId, chunk.toolName)
      case 'tool-input-delta':
        return [{ type: 'TOOL_CALL_ARGS', toolCallId: chunk.toolCallId, delta: chunk.inputTextDelta }]
      case 'tool-input-available':
      case 'tool-input-error':
        inputs.set(chunk.toolCallId, chunk.input)
        return [
          ...begin(chunk.toolCallId, chunk.toolName),
          {
            type: 'TOOL_CALL_END',
            toolCallId: chunk.toolCallId,
            toolName: chunk.toolName,
            input: chunk.input,
          },
          ...(chunk.type === 'tool-input-error'
            ? result(chunk.toolCallId, { error: chunk.errorText }, { state: 'output-error' })
            : []),
        ]
      case 'tool-output-available':
        return result(chunk.toolCallId, chunk.output)
      case 'tool-output-error':
        return result(chunk.toolCallId, { error: chunk.errorText }, { state: 'output-error' })
      case 'tool-output-denied':
        return result(chunk.toolCallId, { denied: true })
      case 'tool-approval-request':
        return custom('approval-requested', {
          ...{
            toolCallId: chunk.toolCallId,
            toolName: started.get(chunk.toolCallId),
            input: inputs.get(chunk.toolCallId),
          },
          approval: { id: chunk.approvalId, needsApproval: true },
        })
      case 'data-failure':
        failure = chunk.data as Failure
        return custom('failure', failure)
      case 'error':
        isFailed = true
        return [
          {
            type: 'RUN_ERROR',
            threadId,
            runId,
            code: chunk.errorText,
            message: t(chunk.errorText as TranslationKey, failure?.params),
          },
        ]
      // Steps, reasoning and the ends of passes have no counterpart here.
      case 'abort':
      case 'custom':
      case 'file':
      case 'finish':
      case 'finish-step':
      case 'message-metadata':
      case 'reasoning-delta':
      case 'reasoning-end':
      case 'reasoning-file':
      case 'reasoning-start':
      case 'reset-step':
      case 'source-document':
      case 'source-url':
      case 'start-step':
      case 'steering-message':
      case 'tool-approval-response':
        return []
      default:
        return []
    }
  }

  const beginning = (): AguiEvent => ({ type: 'RUN_STARTED', threadId, runId })
  return {
    beginning,
    events,
    /** What closes a run that has not failed. */
    end: (): AguiEvent[] =>
      isFailed ? [] : [{ type: 'RUN_FINISHED', threadId, runId, finishReason: 'stop' }],
  }
}

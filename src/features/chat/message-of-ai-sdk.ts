import {
  failurePartOf,
  fieldsOf,
  modelOf,
  retrievalPartOf,
  sourcePartOf,
  textOf,
  type ChatMessage,
  type ChatPart,
  type Fields,
  type ToolPart,
} from './chat-message.ts'

type UIMessageLike = { id: string; role: string; parts: readonly unknown[]; metadata?: unknown }

const states: Record<string, ToolPart['state']> = {
  'approval-requested': 'asks',
  'output-available': 'done',
  'output-denied': 'refused',
  'output-error': 'failed',
}

/** Reads a message of the AI SDK, live or stored. Parts that no page shows are left out. */
export function messageOfAiSdk({ id, role, parts, metadata }: UIMessageLike): ChatMessage {
  const { state, model, siblings } = fieldsOf(metadata)
  return {
    id,
    role: role === 'user' ? 'user' : 'assistant',
    parts: parts.flatMap((part) => partOf(fieldsOf(part))),
    state: state === 'running' || state === 'stopped' || state === 'failed' ? state : 'done',
    model: modelOf(model),
    siblings: Array.isArray(siblings) ? siblings.filter((one) => typeof one === 'string') : [],
  }
}

function partOf(part: Fields): ChatPart[] {
  const type = textOf(part.type)
  if (type === 'text' || type === 'reasoning')
    return textOf(part.text) === '' ? [] : [{ kind: type, text: textOf(part.text) }]
  if (type === 'data-retrieval') return [retrievalPartOf(part.data)]
  if (type === 'data-failure') return [failurePartOf(part.data)]
  if (type === 'source-document') return [sourcePartOf(part)].filter((source) => source !== undefined)
  if (type === 'dynamic-tool') return [toolPartOf(textOf(part.toolName), part)]
  return type.startsWith('tool-') ? [toolPartOf(type.slice('tool-'.length), part)] : []
}

function toolPartOf(name: string, part: Fields): ToolPart {
  const { id, approved } = fieldsOf(part.approval)
  const state = states[textOf(part.state)] ?? (approved === false ? 'refused' : 'running')
  return {
    kind: 'tool',
    callId: textOf(part.toolCallId),
    name,
    input: fieldsOf(part.input),
    state,
    ...(typeof id === 'string' ? { approvalId: id } : {}),
    ...('output' in part ? { output: part.output } : {}),
    ...(typeof part.errorText === 'string' ? { error: part.errorText } : {}),
  }
}

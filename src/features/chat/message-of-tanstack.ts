import {
  fieldsOf,
  textOf,
  type AnswerModel,
  type ChatMessage,
  type ChatPart,
  type Fields,
  type ToolPart,
} from './chat-message.ts'

type Outcome = { isDone: boolean; isRefused: boolean; isFailed: boolean }
type TanStackMessage = { id: string; role: string; parts: readonly unknown[] }

/**
 * Reads a message of TanStack AI. What its protocol has no part for, failures and the model, comes beside it.
 */
export function messageOfTanStack({ id, role, parts }: TanStackMessage, model?: AnswerModel): ChatMessage {
  const all = parts.map((part) => fieldsOf(part))
  const results = new Map(
    all.filter(({ type }) => type === 'tool-result').map((result) => [textOf(result.toolCallId), result]),
  )
  return {
    id,
    role: role === 'user' ? 'user' : 'assistant',
    parts: all.flatMap((part) => partOf(part, results)),
    state: 'done',
    model,
    siblings: [],
  }
}

function partOf(part: Fields, results: ReadonlyMap<string, Fields>): ChatPart[] {
  if (part.type === 'text')
    return textOf(part.content) === '' ? [] : [{ kind: 'text', text: textOf(part.content) }]
  if (part.type === 'thinking') return [{ kind: 'reasoning', text: textOf(part.content) }]
  return part.type === 'tool-call' ? [toolPartOf(part, results.get(textOf(part.id)))] : []
}

function toolPartOf(part: Fields, result: Fields | undefined): ToolPart {
  const approval = fieldsOf(part.approval)
  const output = part.output ?? (result ? readJson(textOf(result.content)) : undefined)
  const { denied, error: told } = fieldsOf(output)
  const error = textOf(result?.error) || (result?.state === 'error' ? textOf(told) : '')
  return {
    kind: 'tool',
    callId: textOf(part.id),
    name: textOf(part.name),
    input: fieldsOf(part.input ?? readJson(textOf(part.arguments))),
    state: stateOf(part, approval, {
      isDone: output !== undefined,
      isRefused: denied === true,
      isFailed: error !== '' || result?.state === 'error',
    }),
    ...(typeof approval.id === 'string' ? { approvalId: approval.id } : {}),
    ...(output === undefined ? {} : { output }),
    ...(error === '' ? {} : { error }),
  }
}

function stateOf(
  part: Fields,
  approval: Fields,
  { isDone, isRefused, isFailed }: Outcome,
): ToolPart['state'] {
  if (isFailed || part.state === 'error') return 'failed'
  if (isRefused || approval.approved === false) return 'refused'
  if (isDone || part.state === 'complete') return 'done'
  return part.state === 'approval-requested' ? 'asks' : 'running'
}

/** Arguments arrive letter by letter: what is no JSON yet is nothing yet. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

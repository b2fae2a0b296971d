import { divideReasoning } from './lone-reasoning.ts'

/**
 * A model that users can choose. The built-in one is not a language model: it quotes, runs commands, and
 * costs nothing.
 */
export type ModelInfo = { id: string; label: string; isBuiltIn: boolean }

/** A message as the pages show it. */
export type ChatMessage = {
  id: string
  role: 'user' | 'assistant'
  parts: readonly ChatPart[]
  state: 'running' | 'done' | 'stopped' | 'failed'
  model?: ModelInfo
  /**
   * The ids of all versions of this message, including itself, oldest first; empty when there is only one.
   */
  siblings: readonly string[]
}

export type ChatPart = TextPart | ToolPart | SourcePart | RetrievalPart | FailurePart
/** `tree`: a text as it is stored, parsed; undefined while it streams. */
type TextPart = { kind: 'text' | 'reasoning'; text: string; tree?: string }
export type ToolPart = {
  kind: 'tool'
  callId: string
  name: string
  input: Readonly<Record<string, unknown>>
  state: 'running' | 'asks' | 'done' | 'refused' | 'failed'
  approvalId?: string
  output?: unknown
  /** Why it failed, as a translation key. */
  error?: string
}
/** A passage that an answer may cite by `number`. */
export type SourcePart = {
  kind: 'source'
  number: number
  documentId: string
  name: string
  page: number
  start: number
  end: number
  text: string
}
/** Opens a passage. `answer` is the text that cites it, up to the citation or with its `[number]`. */
export type OpenSource = (source: SourcePart, answer: string) => void
export type RetrievalPart = { kind: 'retrieval'; confidence: 'answer' | 'possible' | 'none' }
export type FailurePart = {
  kind: 'failure'
  code: string
  params: Readonly<Record<string, string | number | undefined>>
}

type Fields = Record<string, unknown>
type UIMessageLike = { id: string; role: string; parts: readonly unknown[]; metadata?: unknown }

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const numberOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0)

const toolStates: Record<string, ToolPart['state']> = {
  'approval-requested': 'asks',
  'output-available': 'done',
  'output-denied': 'refused',
  'output-error': 'failed',
}

/** Reads an AI SDK message, streamed or stored. Drops parts that no page shows. */
export function readChatMessage({ id, role, parts, metadata }: UIMessageLike): ChatMessage {
  const { state, model, siblings, trees } = fieldsOf(metadata)
  const treesLeft = Array.isArray(trees) ? trees.map((tree: unknown) => tree) : []
  return {
    id,
    role: role === 'user' ? 'user' : 'assistant',
    parts: parts.flatMap((part) => partOf(fieldsOf(part), treesLeft)),
    state: state === 'running' || state === 'stopped' || state === 'failed' ? state : 'done',
    model: modelOf(model),
    siblings: Array.isArray(siblings) ? siblings.filter((one) => typeof one === 'string') : [],
  }
}

/** Takes the tree of a text part from `trees`. */
function partOf(part: Fields, trees: unknown[]): ChatPart[] {
  const type = textOf(part.type)
  if (type === 'text') {
    const tree = trees.shift()
    // A streamed one is not divided yet.
    const { reasoning, text } = divideReasoning(textOf(part.text))
    return [
      ...readText('reasoning', reasoning),
      ...readText(type, text).map((read) => (typeof tree === 'string' ? { ...read, tree } : read)),
    ]
  }
  if (type === 'reasoning') return readText(type, textOf(part.text))
  if (type === 'data-retrieval') {
    const { confidence } = fieldsOf(part.data)
    const isKnown = confidence === 'answer' || confidence === 'possible'
    return [{ kind: 'retrieval', confidence: isKnown ? confidence : 'none' }]
  }
  if (type === 'data-failure') {
    const { code, params } = fieldsOf(part.data)
    const failure = { code: textOf(code) || 'errors:unexpected', params: fieldsOf(params) }
    return [{ kind: 'failure', ...failure } as FailurePart]
  }
  if (type === 'source-document') return sourceOf(part)
  if (type === 'dynamic-tool') return [toolOf(textOf(part.toolName), part)]
  return type.startsWith('tool-') ? [toolOf(type.slice('tool-'.length), part)] : []
}

const readText = (kind: TextPart['kind'], text: string): TextPart[] => (text === '' ? [] : [{ kind, text }])

function toolOf(name: string, part: Fields): ToolPart {
  const { id, approved } = fieldsOf(part.approval)
  const state = toolStates[textOf(part.state)] ?? (approved === false ? 'refused' : 'running')
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

/** Returns the passage of a document; empty for any other source. */
function sourceOf(part: Fields): SourcePart[] {
  const { documentId, name, page, start, end, text } = fieldsOf(fieldsOf(part.providerMetadata).passage)
  const number = Number(part.sourceId)
  if (typeof documentId !== 'string' || !Number.isInteger(number)) return []
  const place = { page: numberOf(page) || 1, start: numberOf(start), end: numberOf(end) }
  return [{ kind: 'source', number, documentId, name: textOf(name), ...place, text: textOf(text) }]
}

function modelOf(value: unknown): ModelInfo | undefined {
  const { id, label, isBuiltIn } = fieldsOf(value)
  return typeof id === 'string'
    ? { id, label: textOf(label) || id, isBuiltIn: isBuiltIn === true }
    : undefined
}

/** Returns the text parts of a message, joined by blank lines. */
export const messageText = ({ parts }: Pick<ChatMessage, 'parts'>): string =>
  parts
    .flatMap((part) => (part.kind === 'text' ? [part.text] : []))
    .join('\n\n')
    .trim()

/** The passages that an answer cites, of those that it was given. */
export function citedSources(message: Pick<ChatMessage, 'parts'>): readonly SourcePart[] {
  const cited = new Set(
    [...messageText(message).matchAll(/(?<!\\)\[(\d{1,3})\]/g)].map(([, number]) => Number(number)),
  )
  return message.parts.filter((part) => part.kind === 'source').filter(({ number }) => cited.has(number))
}

/** The same by document, each once. */
export const citedDocuments = (message: Pick<ChatMessage, 'parts'>): SourcePart[][] => [
  ...Map.groupBy(citedSources(message), ({ documentId }) => documentId).values(),
]

/** The tool calls of an answer that wait for approval. */
export const pendingApprovals = ({ parts }: ChatMessage): readonly ToolPart[] =>
  parts.filter((part) => part.kind === 'tool').filter(({ state }) => state === 'asks')

/** The ids of completed tool calls that needed approval, which are those that write. */
export const finishedWrites = ({ parts }: ChatMessage): readonly string[] =>
  parts
    .filter((part) => part.kind === 'tool')
    .filter(({ state, approvalId }) => state === 'done' && approvalId !== undefined)
    .map(({ callId }) => callId)

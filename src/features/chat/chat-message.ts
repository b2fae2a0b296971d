/** A message as the pages show it, whichever library has brought it. */
export type ChatMessage = {
  id: string
  role: 'user' | 'assistant'
  parts: readonly ChatPart[]
  state: 'running' | 'done' | 'stopped' | 'failed'
  model?: AnswerModel
  /** Every version of this message, itself among them, oldest first; none when there is one only. */
  siblings: readonly string[]
}

export type AnswerModel = { id: string; label: string; isBuiltIn: boolean }

export type ChatPart = TextPart | ToolPart | SourcePart | RetrievalPart | FailurePart
export type TextPart = { kind: 'text' | 'reasoning'; text: string }
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
export type RetrievalPart = { kind: 'retrieval'; confidence: 'answer' | 'possible' | 'none' }
export type FailurePart = {
  kind: 'failure'
  code: string
  params: Readonly<Record<string, string | number | undefined>>
}

export type Fields = Record<string, unknown>

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const numberOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0)

/** Reads a model from what a stream or the store says of it; undefined when that is none. */
export function modelOf(value: unknown): AnswerModel | undefined {
  const { id, label, isBuiltIn } = fieldsOf(value)
  return typeof id === 'string'
    ? { id, label: textOf(label) || id, isBuiltIn: isBuiltIn === true }
    : undefined
}

/** Reads what a stream or the store says of a failure. */
export function failurePartOf(data: unknown): FailurePart {
  const { code, params } = fieldsOf(data)
  return {
    kind: 'failure',
    code: textOf(code) || 'errors:unexpected',
    params: fieldsOf(params) as FailurePart['params'],
  }
}

/** Reads what a stream or the store says of a search in the documents. */
export function retrievalPartOf(data: unknown): RetrievalPart {
  const { confidence } = fieldsOf(data)
  return {
    kind: 'retrieval',
    confidence: confidence === 'answer' || confidence === 'possible' ? confidence : 'none',
  }
}

/** Reads a passage from a part `source-document`; undefined for any other source. */
export function sourcePartOf(part: Fields): SourcePart | undefined {
  const { documentId, name, page, start, end, text } = fieldsOf(fieldsOf(part.providerMetadata).plinth)
  const number = Number(part.sourceId)
  if (typeof documentId !== 'string' || !Number.isInteger(number)) return undefined
  return {
    kind: 'source',
    number,
    documentId,
    name: textOf(name),
    page: numberOf(page) || 1,
    start: numberOf(start),
    end: numberOf(end),
    text: textOf(text),
  }
}

/** The text of a message, as it was written. */
export const wordsOf = ({ parts }: ChatMessage): string =>
  parts
    .flatMap((part) => (part.kind === 'text' ? [part.text] : []))
    .join('\n\n')
    .trim()

/** The failure an answer ended with. */
export const failureIn = ({ parts }: ChatMessage): FailurePart | undefined =>
  parts.find((part) => part.kind === 'failure')

/** The approvals an answer waits for. */
export const asksIn = ({ parts }: ChatMessage): readonly ToolPart[] =>
  parts.filter((part) => part.kind === 'tool').filter(({ state }) => state === 'asks')

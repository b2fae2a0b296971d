import type { ChatPage } from './chat-limits.ts'

type Asked = {
  threadId: string
  page: ChatPage
  /** The model to answer; without one, the first that is offered. */
  modelId?: string
  /** What the client calls the run. */
  wireId?: string
}

/** A new question; `editOf`: in place of a stored one, beside which it is kept. */
export type Ask = Asked & { kind: 'ask'; messageId: string; text: string; editOf?: string }
/** The same question again; `messageId` is the answer to replace, or its question. */
export type Regenerate = Asked & { kind: 'regenerate'; messageId?: string }
export type Question = Ask | Regenerate

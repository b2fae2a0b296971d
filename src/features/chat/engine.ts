import type { ChatMessage } from './chat-message.ts'

export type Question = {
  /** Chosen here, so that sending it twice asks once. */
  id: string
  text: string
  /** Another model than the usual one. */
  model?: string
  /** The stored question that this one is a new version of. */
  replaces?: string
}

export type Another = { question: ChatMessage; answerId: string; model?: string }

/**
 * What a chat library does for a page: one turn at a time, sent and received by its own hook and protocol.
 * The store, and so everything before the turn, is the same for all. `ask`, `again` and `follow` resolve when
 * the answer has ended, however it did; `failure` then says why it failed.
 */
export type Engine = {
  /** The question of the turn, where it was asked here, and as much of the answer as has come. */
  live: readonly ChatMessage[]
  ask(question: Question): Promise<void>
  /** Another answer to a stored question. */
  again(another: Another): Promise<void>
  /** Takes up an answer that is being made, from its beginning. */
  follow(runId: string): Promise<void>
  /** Hangs up; the server goes on until it is told. */
  hangUp(): void
  failure(): unknown
}

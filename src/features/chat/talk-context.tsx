import { createContext, use } from 'react'
import type { ChatMessage, SourcePart, ToolPart } from './chat-message.ts'

/**
 * What can be done with a message of the thread that is shown. Verbs that are not there may not be done now,
 * or not by this person.
 */
export type TalkActs = {
  /** The built-in model, where it is not the one that answers anyway. */
  builtInId: string | undefined
  /** Whether several models answer here, so that each answer says whose it is. */
  namesModels: boolean
  /** Whether this person may go on with the thread at all. */
  isWriter: boolean
  edit?: (question: ChatMessage, text: string) => void
  again?: (answer: ChatMessage, model?: string) => void
  chooseVersion?: (messageId: string) => void
  decide?: (message: ChatMessage, part: ToolPart, approved: boolean) => void
  chosen: ReadonlyMap<string, boolean>
  openSource?: (source: SourcePart) => void
}

export const TalkContext = createContext<TalkActs>({
  builtInId: undefined,
  namesModels: false,
  isWriter: false,
  chosen: new Map(),
})

/** The acts of the thread that is shown. */
export const useTalk = () => use(TalkContext)

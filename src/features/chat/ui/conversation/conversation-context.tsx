import { createContext, use } from 'react'
import type { ChatMessage, OpenSource, ToolPart } from '#/features/chat/chat-message.ts'

/** The actions on the messages of a thread. Actions that are impossible now or for this user are missing. */
export type MessageActions = {
  /** The id of the built-in model, if it is offered. */
  builtInId: string | undefined
  /** Whether several models answer here, so that each answer names its own. */
  namesModels: boolean
  /** Whether this user may write in the thread at all. */
  isWriter: boolean
  edit?: (message: ChatMessage, text: string) => void
  regenerate?: (answer: ChatMessage, model?: string) => void
  chooseVersion?: (messageId: string) => void
  respondToApproval?: (message: ChatMessage, part: ToolPart, approved: boolean) => void
  responses: ReadonlyMap<string, boolean>
  openSource?: OpenSource
}

export const ConversationContext = createContext<MessageActions>({
  builtInId: undefined,
  namesModels: false,
  isWriter: false,
  responses: new Map(),
})

/** The actions of the surrounding thread. */
export const useActions = () => use(ConversationContext)

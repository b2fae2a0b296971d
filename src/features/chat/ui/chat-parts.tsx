import { createContext, use } from 'react'
import type { ChatParts } from '@plinth/core/feature'

/** What the features bring to the chat, from the route: a feature doesn't import the list of features. */
export const ChatPartsContext = createContext<ChatParts>({ commands: [], tools: new Map() })

export const useChatParts = () => use(ChatPartsContext)

import { Chat, useChat } from '@ai-sdk/react'
import { DefaultChatTransport, type UIMessage } from 'ai'
import { useEffect, type ReactNode } from 'react'
import { chatApi, type ChatPage } from '#/features/chat/chat-pages.ts'
import { createId } from '@plinth/core/schema'
import { chatFetch } from './chat-fetch.ts'

export const REDRAW_MS = 50

export type ThreadChat = Chat<UIMessage>

type Options = { threadId: string; page: ChatPage; onMessages: (messages: readonly UIMessage[]) => void }

/** The AI SDK's chat of a stored thread. `stream` is to be rendered: it passes the messages on. */
export function openChat({ threadId, page, onMessages }: Options): { chat: ThreadChat; stream: ReactNode } {
  const transport = new DefaultChatTransport({
    api: chatApi(page),
    fetch: chatFetch,
    // The server has the others.
    prepareSendMessagesRequest: ({ id, messages, trigger, messageId, body }) => ({
      body: { ...body, id, messages: messages.slice(-1), trigger, messageId },
    }),
  })
  const chat = new Chat({ id: threadId, transport, generateId: createId })
  return { chat, stream: <Stream chat={chat} onMessages={onMessages} /> }
}

function Stream({ chat, onMessages }: { chat: ThreadChat; onMessages: Options['onMessages'] }) {
  const { messages } = useChat({ chat, throttle: REDRAW_MS })
  useEffect(() => onMessages(messages), [messages, onMessages])
  return null
}

import { useChat } from '@ai-sdk/react'
import { DefaultChatTransport, type UIMessage } from 'ai'
import { useMemo, useRef, useState } from 'react'
import { createId } from '#/lib/create-id.ts'
import { wordsOf, type ChatMessage } from './chat-message.ts'
import type { Engine } from './engine.ts'
import { fetchAnswer } from './fetch-answer.ts'
import { messageOfAiSdk } from './message-of-ai-sdk.ts'

const REDRAW_MS = 50

const questionOf = (id: string, text: string): UIMessage => ({
  id,
  role: 'user',
  parts: [{ type: 'text', text }],
})
const plain = (message: ChatMessage): UIMessage => questionOf(message.id, wordsOf(message))

/** A page's engine by the AI SDK: its hook, its transport, its stream. */
export function useAiSdkEngine(page: 'vercel' | 'rag', threadId: string): Engine {
  const failure = useRef<unknown>(undefined)
  const [transport] = useState(
    () => new DefaultChatTransport({ api: `/api/chat/${page}`, fetch: fetchAnswer }),
  )
  const chat = useChat({
    id: threadId,
    transport,
    generateId: createId,
    throttle: REDRAW_MS,
    onError: (error) => {
      failure.current = error
    },
  })
  const begin = (messages: UIMessage[]) => {
    failure.current = undefined
    chat.clearError()
    chat.setMessages(messages)
  }
  return {
    live: useMemo(() => chat.messages.map(messageOfAiSdk), [chat.messages]),
    ask: async ({ id, text, model, replaces }) => {
      const body = model === undefined ? {} : { model }
      begin(replaces === undefined ? [] : [questionOf(replaces, text)])
      await chat.sendMessage(replaces === undefined ? questionOf(id, text) : { text, messageId: replaces }, {
        body,
      })
    },
    again: async ({ question, answerId, model }) => {
      begin([plain(question), { id: answerId, role: 'assistant', parts: [] }])
      await chat.regenerate({ messageId: answerId, body: model === undefined ? {} : { model } })
    },
    follow: async () => {
      begin([])
      await chat.resumeStream()
    },
    hangUp: () => void chat.stop(),
    failure: () => failure.current,
  }
}

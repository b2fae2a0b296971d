import { useChat, type UIMessage } from '@tanstack/ai-react'
import { useMemo, useState } from 'react'
import {
  failurePartOf,
  modelOf,
  wordsOf,
  type AnswerModel,
  type ChatMessage,
  type FailurePart,
} from './chat-message.ts'
import type { Engine } from './engine.ts'
import { messageOfTanStack } from './message-of-tanstack.ts'
import { createLine } from './tanstack-line.ts'

const questionOf = (id: string, text: string): UIMessage => ({
  id,
  role: 'user',
  parts: [{ type: 'text', content: text }],
})

/**
 * The page's engine by TanStack AI: its hook, its adapter, its events. To take up a running answer the hook
 * is told to send again, and its adapter to join.
 */
export function useTanStackEngine(threadId: string): Engine {
  const [line] = useState(createLine)
  const [beside, setBeside] = useState<{ model?: AnswerModel; failed?: FailurePart }>({})
  const chat = useChat({
    threadId,
    connection: line.connection,
    onError: line.note,
    onCustomEvent: (name, data) => {
      if (name === 'model') setBeside((known) => ({ ...known, model: modelOf(data) }))
      if (name === 'failure') setBeside((known) => ({ ...known, failed: failurePartOf(data) }))
    },
  })
  function begin(messages: UIMessage[], runId?: string) {
    line.begin(runId)
    setBeside({})
    chat.setMessages(messages)
  }
  /** Sends, or joins, after the one question. */
  async function repeat(question: UIMessage, runId?: string) {
    begin([question], runId)
    await chat.reload()
  }
  return {
    live: useMemo(
      () =>
        shown(
          chat.messages.map((message) => messageOfTanStack(message, beside.model)),
          beside.failed,
        ),
      [chat.messages, beside],
    ),
    ask: async ({ id, text, model, replaces }) => {
      begin([])
      const forwarded = {
        ...(model === undefined ? {} : { model }),
        ...(replaces === undefined ? {} : { messageId: replaces, trigger: 'submit-message' }),
      }
      await chat.sendMessage({ content: text, id }, { body: forwarded })
    },
    again: async ({ question, answerId, model }) => {
      begin([])
      const forwarded = {
        trigger: 'regenerate-message',
        messageId: answerId,
        ...(model === undefined ? {} : { model }),
      }
      await chat.sendMessage({ content: wordsOf(question), id: question.id }, { body: forwarded })
    },
    follow: (runId) => repeat(questionOf('joined', '.'), runId),
    hangUp: chat.stop,
    failure: line.failure,
  }
}

/** The question that stands in for a joined one is left out; a failure stands at the end of its answer. */
function shown(messages: readonly ChatMessage[], failed: FailurePart | undefined): readonly ChatMessage[] {
  const real = messages.filter(
    ({ id, role, parts }) => id !== 'joined' && (role === 'user' || parts.length > 0),
  )
  const last = real.at(-1)
  return failed && last?.role === 'assistant'
    ? [...real.slice(0, -1), { ...last, parts: [...last.parts, failed] }]
    : real
}

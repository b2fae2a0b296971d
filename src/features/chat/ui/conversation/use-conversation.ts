import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { UIMessage } from 'ai'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { showFailure } from '#/components/toast.ts'
import { useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { ResponseError, failureOf } from '@plinth/core/page'
import { createId } from '@plinth/core/schema'
import {
  finishedWrites,
  pendingApprovals,
  readChatMessage,
  type ChatMessage,
  type ToolPart,
} from '#/features/chat/chat-message.ts'
import type { ChatPage } from '#/features/chat/chat-pages.ts'
import { messagePages, messagesIn } from '../threads/thread-queries.ts'
import { isRejected, stopGeneration } from './chat-fetch.ts'
import type { ThreadChat } from './opened-chat.tsx'

const RETRIES_MAX = 5
const RETRY_MS = 600

type Request = (chat: ThreadChat) => Promise<void>
/** How to send a rejected message again, its text, and the message. */
type Again = { retry?: Request; unsent?: string; sent?: UIMessage[] }
/** `problem`: why the last message was rejected. */
type State = { isBusy: boolean; problem?: unknown; retry?: () => void; unsent?: string }
const idle: State = { isBusy: false }

type Options = { threadId: string; page: ChatPage; hasAddress: boolean }

export type Conversation = ReturnType<typeof useConversation>

/** The chat that was left last. Only this one is read to its end, because browsers have few connections. */
let leftBehind: { stop(): Promise<void> } | undefined

/**
 * A stored thread with the AI SDK's chat, which is loaded when it is about to be needed: while an answer
 * streams the chat's messages are shown, otherwise the stored ones. A lost connection is resumed; a rejected
 * message stays with its error until it is sent again.
 */
export function useConversation({ threadId, page, hasAddress }: Options) {
  const t = useTranslate()
  const queries = useQueryClient()
  const trpc = useTRPC()
  const query = messagePages(trpc, threadId)
  const pages = useInfiniteQuery({ ...query, enabled: hasAddress })
  const stored = pages.data?.pages[0]
  const storedMessages: UIMessage[] = useMemo(() => (pages.data ? messagesIn(pages.data) : []), [pages.data])
  const { open, opened, isGone, stream, streamed, setStreamed } = useOpenedChat(threadId, page)
  const [state, setState] = useState(idle)
  const [responses, setResponses] = useState<ReadonlyMap<string, boolean>>(new Map())
  const isActive = state.isBusy || state.problem !== undefined

  /**
   * Sends a request, starting with these messages or those of the chat, and shows the stored messages once it
   * has ended. `again.sent` is shown with them until the chat, which may have to be loaded, has it.
   */
  async function run(request: Request, again: Again = {}, from?: UIMessage[]) {
    const { retry, unsent, sent = [] } = again
    const before = new Set(storedMessages.flatMap(writesOf))
    setState({ isBusy: true })
    if (from) setStreamed([...from, ...sent])
    const fail = (problem: unknown, repeat = retry && (() => void run(retry, again))) =>
      setState({ isBusy: false, problem, unsent, retry: repeat })
    const chat = await open().catch((error: unknown) => fail(error, () => void run(request, again, from)))
    if (!chat) return
    if (from) chat.messages = from
    chat.clearError()
    await request(chat)
    for (let tries = 0; ; tries += 1) {
      const failure = chat.error
      // The page was left before the answer ended: the next page may also show what a tool has written.
      if (isGone.current) return void queries.invalidateQueries()
      if (failure instanceof ResponseError) return retry ? fail(failure) : showRejection(failure)
      // Earlier messages that are being loaded would be taken for the fresh ones.
      await queries.cancelQueries(query)
      const found = await queries
        .infiniteQuery({ ...query, staleTime: 0 })
        .catch((error: unknown) => ({ error }))
      if (isGone.current) return void queries.invalidateQueries()
      if ('error' in found) return fail(failure ?? found.error)
      const fresh = messagesIn(found)
      const generation = found.pages[0]?.generation
      const hasWritten = fresh.flatMap(writesOf).some((call) => !before.has(call))
      // Other parts of the page also show what a tool has written.
      if (hasWritten) void queries.invalidateQueries()
      else {
        void queries.invalidateQueries(trpc.chats.list.pathFilter())
        void queries.invalidateQueries(trpc.chats.usage.pathFilter())
      }
      if (!generation || tries === RETRIES_MAX) {
        const isUnsent = isRejected(failure) && !fresh.some(({ id }) => id === chat.lastMessage?.id)
        return isUnsent ? fail(failure) : setState(idle)
      }
      if (tries > 0) await new Promise((resolve) => setTimeout(resolve, RETRY_MS * tries))
      if (chat.lastMessage?.id !== generation.id) chat.messages = fresh
      await chat.resumeStream()
    }
  }

  function showRejection(problem: ResponseError): void {
    void showFailure(problem, t)
    setResponses(new Map())
    setState(idle)
  }

  /** Runs a request that starts with the stored messages. */
  const start = (request: Request, again?: Again) => void run(request, again, storedMessages)

  const generationId = isActive ? undefined : stored?.generation?.id
  useEffect(() => {
    if (generationId !== undefined) start((chat) => chat.resumeStream())
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each generation that is found running
  }, [generationId])

  const shown = isActive ? streamed : storedMessages
  return {
    stored,
    /** To be rendered with the messages. */
    stream,
    /** Loads what sending needs. */
    prepare: () => void open().catch(() => {}),
    messages: useMemo(() => shown.map(readOnce), [shown]),
    /** The messages before them; none while others than the stored ones are shown. */
    earlier: isActive ? undefined : pages,
    isBusy: state.isBusy,
    /** Whether the answer to the first message has started: then the thread is stored. */
    hasBegun: isActive && streamed.some(({ role }) => role === 'assistant'),
    problem: state.problem === undefined ? undefined : failureOf(state.problem),
    /** Responses to approvals while others of the same answer are pending. */
    responses,
    send(text: string, { replaces, model }: { replaces?: ChatMessage; model?: string } = {}) {
      const body = model === undefined ? {} : { model }
      const sent: UIMessage = {
        id: replaces?.id ?? createId(),
        role: 'user',
        parts: [{ type: 'text', text }],
      }
      start((chat) => chat.sendMessage({ ...sent, messageId: replaces?.id }, { body }), {
        retry: (chat) => chat.sendMessage(undefined, { body }),
        unsent: text,
        sent: replaces ? [] : [sent],
      })
    },
    regenerate(answer: ChatMessage, model?: string) {
      const body = model === undefined ? {} : { model }
      start((chat) => chat.regenerate({ messageId: answer.id, body }), {
        retry: (chat) => chat.regenerate({ messageId: chat.lastMessage?.id, body }),
      })
    },
    /** Responds to one approval; after the last one of a message the generation continues. */
    respondToApproval(message: ChatMessage, { approvalId = '' }: ToolPart, approved: boolean) {
      if (responses.has(approvalId)) return
      const given = new Map(responses).set(approvalId, approved)
      setResponses(given)
      const ids = pendingApprovals(message).map((part) => part.approvalId ?? '')
      if (!ids.every((id) => given.has(id))) return
      start(async (chat) => {
        for (const id of ids) await chat.addToolApprovalResponse({ id, approved: given.get(id) === true })
        await chat.sendMessage()
      })
    },
    retry: () => state.retry?.(),
    /** The text of the rejected message. */
    unsent: state.unsent,
    /** Discards the rejected message. */
    takeBack: () => setState(idle),
    /** Stops the generation, then the connection, which may be dead. */
    async stop() {
      await stopGeneration(threadId)
      await opened.current?.stop()
    },
  }
}

/** The AI SDK's chat of a thread, loaded by `open`, and what it streams. */
function useOpenedChat(threadId: string, page: ChatPage) {
  const opening = useRef<Promise<ThreadChat>>(undefined)
  const opened = useRef<ThreadChat>(undefined)
  const isGone = useRef(false)
  const [stream, setStream] = useState<ReactNode>()
  const [streamed, setStreamed] = useState<readonly UIMessage[]>([])
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      if (leftBehind !== opened.current) void leftBehind?.stop()
      leftBehind = opened.current
    }
  }, [])

  function open(): Promise<ThreadChat> {
    opening.current ??= import('./opened-chat.tsx').then(
      ({ openChat }) => {
        const { chat, stream: element } = openChat({ threadId, page, onMessages: setStreamed })
        setStream(element)
        return (opened.current = chat)
      },
      (error: unknown) => {
        opening.current = undefined
        throw error
      },
    )
    return opening.current
  }

  return {
    open,
    opened,
    /** Whether the page was left. */
    isGone,
    /** To be rendered with the messages. */
    stream,
    streamed,
    setStreamed,
  }
}

const writesOf = (message: UIMessage) => finishedWrites(readOnce(message))

const read = new WeakMap<UIMessage, ChatMessage>()

/** The same message for the same object, so that only changed messages render again. */
export function readOnce(message: UIMessage): ChatMessage {
  const known = read.get(message) ?? readChatMessage(message)
  read.set(message, known)
  return known
}

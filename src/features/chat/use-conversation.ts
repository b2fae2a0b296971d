import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { failureOf } from '#/core/trpc/failure.ts'
import { useTRPC } from '#/core/trpc/react.tsx'
import { createId } from '#/lib/create-id.ts'
import { wordsOf, type ChatMessage } from './chat-message.ts'
import type { Engine } from './engine.ts'
import { isRefused, RefusedError } from './fetch-answer.ts'
import { joinTurn } from './join-turn.ts'
import { messageOfAiSdk } from './message-of-ai-sdk.ts'
import type { StoredThread } from './thread-queries.ts'

const RETRIES_MAX = 5
const RETRY_MS = 600

/** One question and its answer while they are under way, or refused. */
type Turn = {
  base: readonly ChatMessage[]
  start: () => Promise<void>
  isOver: boolean
  questionId?: string
  problem?: unknown
}

export type Conversation = ReturnType<typeof useConversation>

/**
 * A thread as one sees it: what is stored, and after it the turn under way. When an answer has ended, its
 * stored form takes its place; when the line was cut, the answer is taken up again; when the server has
 * refused a question, it stands there with the reason until it is sent again.
 */
export function useConversation({
  threadId,
  stored,
  engine,
}: {
  threadId: string
  stored: StoredThread | undefined
  engine: Engine
}) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const [turn, setTurn] = useState<Turn>()
  const gone = useRef(false)
  const kept = useMemo(() => (stored?.messages ?? []).map(messageOfAiSdk), [stored?.messages])
  const isBusy = turn !== undefined && !turn.isOver
  const messages = turn ? joinTurn(turn.base, engine.live) : kept

  async function run(next: Omit<Turn, 'isOver'>, tries = 0): Promise<void> {
    setTurn({ ...next, isOver: false })
    await next.start()
    if (gone.current) return
    const problem = engine.failure()
    if (problem instanceof RefusedError) return setTurn({ ...next, isOver: true, problem })
    await settle(next, problem, tries)
  }

  /** What has become of a turn is asked of the store. */
  async function settle(last: Omit<Turn, 'isOver'>, problem: unknown, tries: number): Promise<void> {
    const fresh = await queries
      .query({ ...trpc.chats.get.queryOptions({ id: threadId }), staleTime: 0 })
      .catch((error: unknown) => failed(error))
    if (gone.current) return
    if ('error' in fresh) return setTurn({ ...last, isOver: true, problem: problem ?? fresh.error })
    void queries.invalidateQueries(trpc.chats.list.pathFilter())
    void queries.invalidateQueries(trpc.chats.usage.pathFilter())
    const { run: running } = fresh
    if (running && tries < RETRIES_MAX) {
      if (tries > 0) await new Promise((resolve) => setTimeout(resolve, RETRY_MS * tries))
      return run(
        { base: fresh.messages.map(messageOfAiSdk), start: () => engine.follow(running.id) },
        tries + 1,
      )
    }
    const isUnsent =
      isRefused(problem) &&
      last.questionId !== undefined &&
      !fresh.messages.some(({ id }) => id === last.questionId)
    setTurn(isUnsent ? { ...last, isOver: true, problem } : undefined)
  }

  const runningId = turn ? undefined : stored?.run?.id
  useEffect(() => {
    if (runningId !== undefined) void run({ base: kept, start: () => engine.follow(runningId) })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each answer that is found under way
  }, [runningId])
  useEffect(() => {
    gone.current = false
    return () => void (gone.current = true)
  }, [])

  function ask(text: string, { replaces, model }: { replaces?: ChatMessage; model?: string } = {}) {
    const id = createId()
    // A refused question gives way to the next.
    const before = turn?.isOver ? turn.base : messages
    const at = replaces ? before.findIndex((message) => message.id === replaces.id) : before.length
    void run({
      base: before.slice(0, at),
      start: () => engine.ask({ id, text, model, ...(replaces ? { replaces: replaces.id } : {}) }),
      questionId: id,
    })
  }
  function again(answer: ChatMessage, model?: string) {
    const at = messages.findIndex(({ id }) => id === answer.id)
    const question = messages[at - 1]
    if (question)
      void run({
        base: messages.slice(0, at),
        start: () => engine.again({ question, answerId: answer.id, model }),
      })
  }
  return {
    messages,
    isBusy,
    /** Why the last question was refused or its answer lost sight of. */
    problem: turn?.isOver ? failureOf(turn.problem) : undefined,
    ask,
    again,
    follow: (runId: string) => run({ base: messages, start: () => engine.follow(runId) }),
    /** Sends a refused question once more, the same one. */
    retry: () => turn?.isOver && void run(turn),
    /** The words of the refused question, and takes it away. */
    takeBack: (): string => {
      const question = turn?.isOver
        ? messages.slice(turn.base.length).find(({ role }) => role === 'user')
        : undefined
      setTurn(undefined)
      return question ? wordsOf(question) : ''
    },
  }
}

const failed = (error: unknown) => ({ error })

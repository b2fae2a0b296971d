import { ArrowDown } from 'lucide-react'
import {
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { useStickToBottom } from 'use-stick-to-bottom'
import { Button } from '#/components/ui/button.tsx'
import { useTranslate } from '@plinth/core/texts'
import { type MarkdownTree, htmlBytesOf } from '@plinth/core/markdown'
import { cn } from '#/lib/cn.ts'
import { Thinking } from './answer-view.tsx'
import type { ChatMessage } from '#/features/chat/chat-message.ts'
import { MessageView } from './message-view.tsx'
import { MoreButton } from '#/components/more-button.tsx'
import { useNearEnd } from '#/components/use-near-end.ts'
import { failureOf } from '@plinth/core/page'

type TranscriptProps = {
  messages: readonly ChatMessage[]
  isBusy: boolean
  /** Loads the messages before these. */
  earlier?: EarlierPages
  /** The empty state. */
  empty: ReactNode
  /** After the last message: the error of a rejected one. */
  end: ReactNode
}

/**
 * The messages of a thread. Keeps the newest line in view until the reader scrolls up. Screen readers
 * announce only the start and the end of an answer.
 */
export function Transcript({ messages, isBusy, earlier, empty, end }: TranscriptProps) {
  const t = useTranslate()
  const { scrollRef, contentRef, isAtBottom, scrollToBottom } = useStickToBottom({
    initial: messages.length > 0 ? 'instant' : false,
    resize: 'instant',
  })
  const isPlain = usePlain(messages)
  useKeepPlace(scrollRef, messages[0]?.id)
  const last = messages.at(-1)
  const sent = messages.findLast(({ role }) => role === 'user')?.id
  useEffect(() => {
    // A user who sends a message wants to see the answer. A new thread starts at its top.
    if (sent !== undefined) void scrollToBottom('instant')
  }, [sent, scrollToBottom])
  const isWaiting = isBusy && last?.role !== 'assistant'
  return (
    <div className="relative min-h-0 flex-1 after:pointer-events-none after:absolute after:inset-x-0 after:bottom-0 after:h-6 after:bg-linear-to-t after:from-background after:to-transparent">
      <div
        ref={scrollRef}
        role="log"
        aria-live="off"
        aria-busy={isBusy}
        aria-label={t('chat:transcript.label')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        className="h-full overflow-y-auto -outline-offset-2"
      >
        <div
          ref={contentRef}
          className={cn(
            'mx-auto grid min-h-full w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-4 px-4 py-6 sm:px-6',
            messages.length > 0 && 'content-start',
          )}
        >
          {messages.length === 0 && !isBusy ? empty : null}
          {/* The thread opens at its end: at first nobody has scrolled up to its start. */}
          {earlier ? <EarlierMessages pages={earlier} isWanted={!isAtBottom} /> : null}
          {messages.map((message, at) => (
            <MessageView
              key={message.id}
              message={message}
              isRunning={isBusy && message === last}
              isPlain={isPlain(message, at)}
            />
          ))}
          {isWaiting ? <Thinking /> : null}
          {end}
        </div>
      </div>
      {isAtBottom || messages.length === 0 ? null : (
        <Button
          variant="outline"
          size="sm"
          className="absolute bottom-2 left-1/2 z-1 -translate-x-1/2 rounded-full shadow-float"
          onClick={() => void scrollToBottom({ animation: 'instant' })}
        >
          <ArrowDown className="size-4" aria-hidden="true" />
          {t('chat:transcript.newest')}
        </Button>
      )}
      <p role="status" className="sr-only">
        {useAnnouncement(isBusy)}
      </p>
    </div>
  )
}

/** The announcement for screen readers: an answer is being generated, or is complete. */
function useAnnouncement(isBusy: boolean): string {
  const t = useTranslate()
  const [wasBusy, setWasBusy] = useState(false)
  const before = useRef(false)
  useEffect(() => {
    if (before.current && !isBusy) setWasBusy(true)
    before.current = isBusy
  }, [isBusy])
  if (isBusy) return t('chat:message.waiting')
  return wasBusy ? t('chat:transcript.done') : ''
}

/**
 * Returns whether a message is not rendered as Markdown yet. What the page opens with and what is put before
 * it later renders with low priority; the first is null on the server and during hydration.
 */
function usePlain(messages: readonly ChatMessage[]): (message: ChatMessage, at: number) => boolean {
  const first = useDeferredValue(messages[0]?.id, null)
  const drawn = useMemo(() => (first === null ? drawnFirst(messages) : undefined), [first, messages])
  const put = messages.findIndex(({ id }) => id === first)
  return (message, at) => (drawn ? !drawn.has(message) : at < put)
}

/** Keeps what the reader sees in its place when messages are put before it. */
function useKeepPlace(scrollRef: RefObject<HTMLElement | null>, firstId: string | undefined): void {
  const place = useRef({ scrollTop: 0, first: undefined as HTMLElement | undefined, offset: 0 })
  useEffect(() => {
    const scroller = scrollRef.current
    const record = () => (place.current.scrollTop = scroller?.scrollTop ?? 0)
    scroller?.addEventListener('scroll', record, { passive: true })
    return () => scroller?.removeEventListener('scroll', record)
  }, [scrollRef])
  useLayoutEffect(() => {
    const scroller = scrollRef.current
    const { scrollTop, first, offset } = place.current
    // Where the browser has already moved it, this is the same place.
    if (scroller && first?.isConnected) scroller.scrollTop = scrollTop + first.offsetTop - offset
    const now =
      firstId === undefined ? undefined : (scroller?.querySelector<HTMLElement>('article') ?? undefined)
    place.current = { scrollTop: scroller?.scrollTop ?? 0, first: now, offset: now?.offsetTop ?? 0 }
  }, [scrollRef, firstId])
}

const DRAWN_FIRST_MAX_BYTES = 200_000

/** The newest messages of a thread, as many as a page may have as HTML. */
function drawnFirst(messages: readonly ChatMessage[]): ReadonlySet<ChatMessage> {
  const drawn = new Set<ChatMessage>()
  let bytes = 0
  for (const message of messages.toReversed()) {
    for (const part of message.parts)
      if (part.kind === 'text' && part.tree !== undefined)
        bytes += htmlBytesOf(JSON.parse(part.tree) as MarkdownTree)
    if (bytes > DRAWN_FIRST_MAX_BYTES) break
    drawn.add(message)
  }
  return drawn
}

/** The part of a thread's query that loads earlier messages. */
type EarlierPages = {
  hasNextPage: boolean
  isFetching: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: unknown
  fetchNextPage: () => Promise<unknown>
}

/** Loads the messages before the first one by its button, or while it is in view and `isWanted`. */
function EarlierMessages({ pages, isWanted }: { pages: EarlierPages; isWanted: boolean }) {
  const t = useTranslate()
  const failure = pages.isFetchNextPageError ? failureOf(pages.error) : undefined
  const more = () => {
    // Not during a refetch, which this would cancel.
    if (!pages.isFetching) void pages.fetchNextPage()
  }
  const ref = useNearEnd(more, isWanted && pages.hasNextPage && !failure)
  return (
    <MoreButton
      ref={ref}
      pages={pages}
      failure={failure}
      label={t(failure ? 'chat:failure.retry' : 'chat:transcript.earlier')}
      pendingLabel={t('chat:transcript.loading')}
    />
  )
}

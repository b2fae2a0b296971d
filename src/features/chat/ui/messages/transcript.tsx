import { ArrowDown } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useStickToBottom } from 'use-stick-to-bottom'
import { Button } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { Thinking } from './answer-view.tsx'
import { messageText, type ChatMessage } from '#/features/chat/chat-message.ts'
import { MessageView } from './message-view.tsx'

type TranscriptProps = {
  messages: readonly ChatMessage[]
  isBusy: boolean
  /** The empty state. */
  empty: ReactNode
  /** After the last message: the error of a rejected one. */
  end: ReactNode
}

/**
 * The messages of a thread. Keeps the newest line in view until the reader scrolls up. Screen readers
 * announce only the start and the end of an answer.
 */
export function Transcript({ messages, isBusy, empty, end }: TranscriptProps) {
  const t = useTranslate()
  const { scrollRef, contentRef, isAtBottom, scrollToBottom } = useStickToBottom({
    initial: messages.length > 0 ? 'instant' : false,
    resize: 'instant',
  })
  // False on the server and during hydration; the rest renders with low priority afterwards.
  const isRest = useDeferredValue(true, false)
  const first = useMemo(() => (isRest ? undefined : drawnFirst(messages)), [isRest, messages])
  const last = messages.at(-1)
  const sent = messages.findLast(({ role }) => role === 'user')?.id
  useEffect(() => {
    // A user who sends a message wants to see the answer. A new thread starts at its top.
    if (sent !== undefined) void scrollToBottom('instant')
  }, [sent, scrollToBottom])
  const isWaiting = isBusy && last?.role !== 'assistant'
  return (
    <div className="relative min-h-0 flex-1">
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
          className="mx-auto grid min-h-full w-full max-w-3xl grid-cols-[minmax(0,1fr)] content-start gap-4 px-4 py-6 sm:px-6"
        >
          {messages.length === 0 && !isBusy ? empty : null}
          {messages.map((message) => (
            <MessageView
              key={message.id}
              message={message}
              isRunning={isBusy && message === last}
              isPlain={first?.has(message) === false}
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
          className="absolute bottom-2 left-1/2 -translate-x-1/2 rounded-full shadow-float"
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

/** A thousand characters of Markdown block the server for 5 ms or more. */
const DRAWN_FIRST_MAX_LENGTH = 20_000

/** The newest messages of a thread, as many as the server may render as Markdown. */
function drawnFirst(messages: readonly ChatMessage[]): ReadonlySet<ChatMessage> {
  const drawn = new Set<ChatMessage>()
  let length = 0
  for (const message of messages.toReversed()) {
    if (message.role === 'assistant') length += messageText(message).length
    if (length > DRAWN_FIRST_MAX_LENGTH) break
    drawn.add(message)
  }
  return drawn
}

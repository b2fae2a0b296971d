import { ArrowDown } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useStickToBottom } from 'use-stick-to-bottom'
import { Button } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { Thinking } from './answer-view.tsx'
import type { ChatMessage } from './chat-message.ts'
import { drawnFirst } from './drawn-first.ts'
import { MessageView } from './message-view.tsx'

type TranscriptProps = {
  messages: readonly ChatMessage[]
  isBusy: boolean
  /** In the place of messages while there are none. */
  empty: ReactNode
  /** Stands after the last message: why a question was refused. */
  end: ReactNode
}

/**
 * The messages of a thread. It keeps to the newest line as it comes, and lets go when the reader scrolls up.
 * Only the end of an answer is read out.
 */
export function Transcript({ messages, isBusy, empty, end }: TranscriptProps) {
  const t = useTranslate()
  const { scrollRef, contentRef, isAtBottom, scrollToBottom } = useStickToBottom({
    initial: messages.length > 0 ? 'instant' : false,
    resize: 'instant',
  })
  // False on the server and when the browser takes over; the browser then draws the rest when it has time.
  const isRest = useDeferredValue(true, false)
  const first = useMemo(() => (isRest ? undefined : drawnFirst(messages)), [isRest, messages])
  const last = messages.at(-1)
  const asked = messages.findLast(({ role }) => role === 'user')?.id
  useEffect(() => {
    // Whoever asks wants to see the answer come; the beginning of a new thread is seen from its top.
    if (asked !== undefined) void scrollToBottom('instant')
  }, [asked, scrollToBottom])
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
          className="mx-auto grid min-h-full w-full max-w-3xl grid-cols-[minmax(0,1fr)] content-start gap-5 px-4 py-6"
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

/** What is read out: that an answer is being made, and that it is there. Nothing of it word by word. */
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

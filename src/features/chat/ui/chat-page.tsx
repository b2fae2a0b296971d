import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { EmptyState } from '#/components/empty-state.tsx'
import { LoadFailure } from '#/components/part/load-failure.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { useIsOn } from '#/components/use-is-on.ts'
import type { ChatParts } from '@plinth/core/feature'
import { useTranslate } from '@plinth/core/texts'
import { isMissing, useTRPC } from '@plinth/core/client'
import { failureOf } from '@plinth/core/page'
import { createId } from '@plinth/core/schema'
import type { OpenSource } from '../chat-message.ts'
import { chatPath, type ChatPage as Page } from '../chat-pages.ts'
import { ChatFrame } from './chat-frame.tsx'
import { Suggestions } from './composer/suggestions.tsx'
import { Welcome } from './composer/welcome.tsx'
import { Conversation } from './conversation/conversation.tsx'
import { ThreadList } from './threads/thread-list.tsx'
import { messagePages } from './threads/thread-queries.ts'

type ChatPageProps = {
  page: Page
  /** The thread of the URL. */
  thread: string | undefined
  parts: ChatParts
  /** What is below `text` in a new thread, instead of suggestions, and behind a button in others. */
  panel?: { title: string; content: ReactNode; text: (isBuiltIn: boolean) => string }
  openSource?: OpenSource
  /** A column on the right. */
  side?: ReactNode
}

/** A page of stored chats: the threads, the open one, and a panel. */
export function ChatPage({ page, thread, parts, panel, openSource, side }: ChatPageProps) {
  const t = useTranslate()
  const trpc = useTRPC()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { id, isStored, isOwn, startNew } = useThreadId(thread)
  const stored = useInfiniteQuery({ ...messagePages(trpc, id), enabled: isStored })
  const offered = useQuery(trpc.chats.models.queryOptions()).data
  const models = offered?.items ?? []
  const [chosen, setChosen] = useState<string>()
  const modelId = chosen ?? offered?.default ?? ''
  const isHere = useIsOn(chatPath(page))
  const leave = () => {
    startNew()
    void navigate({ to: chatPath(page), search: {} })
  }
  const takeAddress = () => {
    void navigate({ to: chatPath(page), search: { thread: id }, replace: true })
    // The list has it from now on, not from the end of the answer.
    void queries.invalidateQueries(trpc.chats.list.pathFilter())
  }
  const threads = (onChoose?: () => void) => (
    <ThreadList
      page={page}
      current={thread}
      onNew={() => {
        startNew()
        onChoose?.()
      }}
      onChoose={onChoose}
      onGone={() => isHere() && leave()}
    />
  )
  const isBuiltIn = models.find((model) => model.id === modelId)?.isBuiltIn ?? false
  return (
    <ChatFrame
      page={page}
      parts={parts}
      title={stored.data?.pages[0]?.title ?? t(`chat:shell.${page}Title`)}
      hasOpenThread={thread !== undefined}
      threads={threads}
      // For a new thread, the empty state shows it.
      panel={thread === undefined ? undefined : panel}
      onNew={startNew}
      side={side}
    >
      {!isOwn && !stored.data ? (
        <NotYet error={stored.error} onRetry={() => void stored.refetch()} onNew={leave} />
      ) : (
        <Conversation
          key={id}
          page={page}
          threadId={id}
          hasAddress={isStored}
          models={models}
          modelId={modelId}
          onModelChange={setChosen}
          renderEmpty={(send) =>
            panel ? (
              <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6 sm:pt-6">
                <Welcome title={t(`chat:shell.${page}Title`)} text={panel.text(isBuiltIn)} />
                {panel.content}
              </div>
            ) : (
              <Suggestions
                text={t(isBuiltIn ? 'chat:empty.builtIn' : 'chat:empty.text')}
                commands={parts.commands}
                onSend={send}
              />
            )
          }
          openSource={openSource}
          onStored={takeAddress}
          onNew={leave}
        />
      )}
    </ChatFrame>
  )
}

/**
 * Returns the thread of the URL, or a new one whose id is chosen here. `isOwn`: started on this page, so that
 * nothing has to be fetched to show it, and its URL may change while its first answer streams.
 */
function useThreadId(thread: string | undefined) {
  const [own, setOwn] = useState(() => ({ id: createId(), isSaved: false }))
  // The URL no longer has it, so the next new thread gets another id.
  if (own.isSaved && thread === undefined) setOwn({ id: createId(), isSaved: false })
  else if (!own.isSaved && thread === own.id) setOwn({ ...own, isSaved: true })
  const id = thread ?? own.id
  return {
    id,
    isStored: thread !== undefined,
    isOwn: id === own.id,
    startNew: () => setOwn({ id: createId(), isSaved: false }),
  }
}

/** A thread that is loading, could not be loaded, or was deleted. */
function NotYet({ error, onRetry, onNew }: { error: unknown; onRetry: () => void; onNew: () => void }) {
  const t = useTranslate()
  if (isMissing(error)) {
    return (
      <div className="mx-auto w-full max-w-3xl flex-1 px-4 py-6">
        <EmptyState
          title={t('chat:failure.goneTitle')}
          text={t('chat:failure.gone')}
          action={<Button onClick={onNew}>{t('chat:threads.new')}</Button>}
        />
      </div>
    )
  }
  return (
    <div className="mx-auto w-full max-w-3xl flex-1 px-4 py-6">
      {error ? (
        <LoadFailure failure={failureOf(error)} onRetry={onRetry} />
      ) : (
        <p role="status" className="flex items-center gap-2 text-muted-foreground">
          <Spinner />
          {t('chat:transcript.loading')}
        </p>
      )}
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { EmptyState } from '#/components/empty-state.tsx'
import { Alert } from '#/components/ui/alert.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { failureOf, isMissing } from '#/core/trpc/failure.ts'
import { useTRPC } from '#/core/trpc/react.tsx'
import { createId } from '#/lib/create-id.ts'
import type { SourcePart } from '../chat-message.ts'
import { chatPaths, type ChatPage as Page } from '../chat-pages.ts'
import { ChatFrame } from './chat-frame.tsx'
import { Suggestions } from './composer/suggestions.tsx'
import { Conversation } from './conversation/conversation.tsx'
import { ThreadList } from './threads/thread-list.tsx'

type ChatPageProps = {
  page: Page
  /** The thread of the address. */
  thread: string | undefined
  /** Behind a button once the thread has begun. */
  panel?: { title: string; content: ReactNode }
  /** The empty state; suggestions where it is not given. */
  renderEmpty?: (isBuiltIn: boolean) => ReactNode
  openSource?: (source: SourcePart) => void
}

/** A page of stored chats: the threads, the one that is open, and a panel. */
export function ChatPage({ page, thread, panel, renderEmpty, openSource }: ChatPageProps) {
  const t = useTranslate()
  const trpc = useTRPC()
  const navigate = useNavigate()
  const { id, isStored, isOwn, startNew } = useThreadId(thread)
  const stored = useQuery({ ...trpc.chats.get.queryOptions({ id }), enabled: isStored })
  const offered = useQuery(trpc.chats.models.queryOptions()).data
  const models = offered?.items ?? []
  const [chosen, setChosen] = useState<string>()
  const modelId = chosen ?? offered?.default ?? ''
  const leave = () => {
    startNew()
    void navigate({ to: chatPaths[page], search: {} })
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
      onGone={leave}
    />
  )
  const isBuiltIn = models.find((model) => model.id === modelId)?.isBuiltIn ?? false
  return (
    <ChatFrame
      page={page}
      title={stored.data?.title ?? t(`chat:pages.${page}Title`)}
      threads={threads}
      // Where the thread is new, the empty state shows it.
      panel={thread === undefined ? undefined : panel}
      onNew={startNew}
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
            renderEmpty?.(isBuiltIn) ?? <Suggestions isBuiltIn={isBuiltIn} onSend={send} />
          }
          openSource={openSource}
          onStored={() => void navigate({ to: chatPaths[page], search: { thread: id }, replace: true })}
          onNew={leave}
        />
      )}
    </ChatFrame>
  )
}

/**
 * Which thread is shown: the one of the address, or a new one whose id is chosen here. `isOwn`: begun on this
 * page, so that nothing has to be fetched to show it, and its address may come while its first answer
 * streams.
 */
function useThreadId(thread: string | undefined) {
  const [own, setOwn] = useState(() => ({ id: createId(), isSaved: false }))
  // The address has left it: the next new one is another.
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

/** A thread that is on its way, could not be fetched, or is gone. */
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
  const failure = error ? failureOf(error) : undefined
  return (
    <div className="mx-auto w-full max-w-3xl flex-1 px-4 py-6">
      {failure ? (
        <Alert variant="destructive">
          <div className="grid justify-items-start gap-2">
            {t(failure.code as TranslationKey, failure.params)}
            <Button variant="outline" size="sm" onClick={onRetry}>
              {t('chat:failure.retry')}
            </Button>
          </div>
        </Alert>
      ) : (
        <p role="status" className="flex items-center gap-2 text-muted-foreground">
          <Spinner />
          {t('chat:transcript.loading')}
        </p>
      )}
    </div>
  )
}

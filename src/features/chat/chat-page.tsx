import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ComponentType, type ReactNode } from 'react'
import { Alert } from '#/components/ui/alert.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { EmptyState } from '#/components/empty-state.tsx'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { failureOf, isMissing } from '#/core/trpc/failure.ts'
import { useTRPC } from '#/core/trpc/react.tsx'
import { ChatFrame } from './chat-frame.tsx'
import type { ChatPage as PageName } from './chat-limits.ts'
import type { SourcePart } from './chat-message.ts'
import { chatPaths } from './chat-paths.ts'
import { Suggestions } from './suggestions.tsx'
import type { TalkProps } from './talk.tsx'
import { ThreadList } from './thread-list.tsx'
import { useThreadId } from './use-thread-id.ts'

export type ChatPageProps = {
  page: PageName
  /** The thread of the address. */
  thread: string | undefined
  /** The thread by the page's own engine. */
  TalkByEngine: ComponentType<TalkProps>
  /** What stands beside the messages, or behind a button where it is narrow. */
  panel?: { title: string; content: ReactNode }
  /** The beginning of a thread; cards with questions where it is not given. */
  empty?: ReactNode
  openSource?: (source: SourcePart) => void
}

/** One of the three pages of the chat: threads, the one that is open, and what belongs to it. */
export function ChatPage({ page, thread, TalkByEngine, panel, empty, openSource }: ChatPageProps) {
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
      onNew={both(startNew, onChoose)}
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
      panel={panel}
      onNew={startNew}
      model={{ models, value: modelId, onChange: setChosen }}
    >
      {!isOwn && !stored.data ? (
        <NotYet error={stored.error} onRetry={() => void stored.refetch()} onNew={leave} />
      ) : (
        <TalkByEngine
          key={id}
          threadId={id}
          stored={stored.data}
          hasAddress={isStored}
          models={models}
          modelId={modelId}
          placeholder={t(`chat:composer.${page === 'rag' ? 'askDocuments' : 'ask'}`)}
          renderEmpty={(ask) => empty ?? <Suggestions isBuiltIn={isBuiltIn} onAsk={ask} mayAsk />}
          openSource={openSource}
          onStored={() => void navigate({ to: chatPaths[page], search: { thread: id }, replace: true })}
          onNew={leave}
        />
      )}
    </ChatFrame>
  )
}

const both = (first: () => void, second?: () => void) => () => {
  first()
  second?.()
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
        <Alert kind="danger">
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

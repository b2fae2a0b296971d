import { useEffect, useRef, useState, type ReactNode } from 'react'
import { showFailure } from '#/components/toast.ts'
import { Button } from '#/components/ui/button.tsx'
import { useMay } from '@plinth/core/access'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import type { ModelInfo, OpenSource } from '#/features/chat/chat-message.ts'
import type { ChatPage } from '#/features/chat/chat-pages.ts'
import { chatsAccess } from '#/features/chat/chat.access.ts'
import { useChatParts } from '../chat-parts.tsx'
import { Composer } from '../composer/composer.tsx'
import { ModelChoice } from '../composer/model-choice.tsx'
import { UsageLine } from '../composer/usage-line.tsx'
import { FailureCard } from '../messages/failure-card.tsx'
import { Transcript } from '../messages/transcript.tsx'
import { ConversationContext } from './conversation-context.tsx'
import { useConversation, type Conversation as Running } from './use-conversation.ts'
import { useMessageActions } from './use-message-actions.ts'

type ConversationProps = {
  page: ChatPage
  threadId: string
  /** Whether the URL has the thread. */
  hasAddress: boolean
  models: readonly ModelInfo[]
  /** The chosen model. */
  modelId: string
  onModelChange: (id: string) => void
  renderEmpty: (send: (text: string) => void) => ReactNode
  openSource?: OpenSource
  /** Called when the first message of a new thread is stored. */
  onStored: () => void
  onNew: () => void
}

/** A thread with its messages and its composer. Give it a key per thread. */
export function Conversation(props: ConversationProps) {
  const { page, threadId, hasAddress, models, modelId, onModelChange, renderEmpty, onStored, onNew } = props
  const conversation = useConversation({ threadId, page, hasAddress })
  const { stored, messages, isBusy, hasBegun } = conversation
  const [text, setText] = useState('')
  const t = useTranslate()
  const { commands } = useChatParts()
  const maySend = useMay(chatsAccess.send)
  const mayUpdate = useMay(chatsAccess.update, { createdById: stored?.createdBy?.id ?? null })
  const isWriter = stored === undefined ? maySend : mayUpdate
  const actions = useMessageActions({ ...props, conversation, isWriter })
  const isBuiltIn = models.find(({ id }) => id === modelId)?.isBuiltIn ?? false
  const choice = modelId === models[0]?.id ? {} : { model: modelId }
  const send = (message: string) => {
    setText('')
    conversation.send(message.trim(), choice)
  }
  const takeBack = (unsent: string) => {
    conversation.takeBack()
    setText([unsent, text].filter(Boolean).join('\n\n'))
  }
  useAddress(!hasAddress && (stored !== undefined || hasBegun), onStored)
  const stop = () =>
    void conversation.stop().catch((error: unknown) => {
      void showFailure(error, t)
    })
  return (
    <ConversationContext value={actions}>
      <div
        className="contents"
        onPointerOver={isWriter ? conversation.prepare : undefined}
        onFocus={isWriter ? conversation.prepare : undefined}
      >
        {conversation.stream}
        <Transcript
          messages={messages}
          isBusy={isBusy}
          earlier={conversation.earlier}
          empty={renderEmpty(send)}
          end={<Problem conversation={conversation} onNew={onNew} onTakeBack={takeBack} />}
        />
        <div className="mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-1.5 px-4 pb-3 sm:px-6">
          {isWriter ? (
            <Composer
              // A new thread has no id in the URL, by which its draft could be found again.
              draft={`chat ${hasAddress ? threadId : 'new'}`}
              keepsDraft
              text={text}
              onChange={setText}
              onSend={send}
              onStop={stop}
              isBusy={isBusy}
              placeholder={t(`chat:composer.${page === 'rag' ? 'askDocuments' : 'placeholder'}`)}
              commands={page === 'rag' ? [] : commands}
              model={<ModelChoice models={models} value={modelId} onChange={onModelChange} />}
            />
          ) : (
            <p className="rounded-xl border border-border bg-muted px-4 py-3 text-muted-foreground">
              {t('chat:composer.notYours', { name: stored?.createdBy?.name ?? t('chat:threads.former') })}
            </p>
          )}
          {isWriter ? <UsageLine isBuiltIn={isBuiltIn} /> : null}
        </div>
      </div>
    </ConversationContext>
  )
}

type ProblemProps = { conversation: Running; onNew: () => void; onTakeBack: (text: string) => void }

/** Why the last message was rejected, with a retry. */
function Problem({ conversation: { problem, retry, unsent }, onNew, onTakeBack }: ProblemProps) {
  const t = useTranslate()
  if (!problem) return null
  const isGone = problem.code === 'errors:notFound'
  const text = isGone ? t('chat:failure.gone') : t(problem.code as TranslationKey, problem.params)
  return (
    <FailureCard text={text} requestId={problem.requestId}>
      <Button variant="outline" size="sm" onClick={isGone ? onNew : retry}>
        {t(isGone ? 'chat:threads.new' : 'chat:failure.retry')}
      </Button>
      {unsent === undefined ? null : (
        <Button variant="ghost" size="sm" onClick={() => onTakeBack(unsent)}>
          {t('chat:failure.takeBack')}
        </Button>
      )}
    </FailureCard>
  )
}

/** Calls back once when a new thread is stored: its first answer has started. */
function useAddress(isDue: boolean, onStored: () => void) {
  const said = useRef(false)
  useEffect(() => {
    if (!isDue || said.current) return
    said.current = true
    onStored()
  })
}

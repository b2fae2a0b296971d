import { useEffect, useRef, type ReactNode } from 'react'
import { showToast } from '#/components/toast.ts'
import { useMay } from '#/core/access/react.tsx'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { failureOf } from '#/core/trpc/failure.ts'
import type { AnswerModel, SourcePart } from './chat-message.ts'
import { chatsAccess } from './chat.access.ts'
import { Composer } from './composer.tsx'
import type { Engine } from './engine.ts'
import { stopAnswer } from './fetch-answer.ts'
import { TalkContext } from './talk-context.tsx'
import { Problem } from './talk-problem.tsx'
import type { StoredThread } from './thread-queries.ts'
import { Transcript } from './transcript.tsx'
import { UsageLine } from './usage-line.tsx'
import { useConversation } from './use-conversation.ts'
import { useDraft } from './use-drafts.ts'
import { useTalkActs } from './use-talk-acts.ts'

export type TalkProps = {
  threadId: string
  stored: StoredThread | undefined
  /** Whether the address names the thread. */
  hasAddress: boolean
  models: readonly AnswerModel[]
  /** The model that was chosen. */
  modelId: string
  placeholder: string
  renderEmpty: (ask: (text: string) => void) => ReactNode
  openSource?: (source: SourcePart) => void
  /** The first question of a new thread has been stored. */
  onStored: () => void
  onNew: () => void
}

/**
 * A thread to read and go on with: its messages, and where the next question is written. Give it a key per
 * thread.
 */
export function Talk({ engine, ...props }: TalkProps & { engine: Engine }) {
  const { threadId, stored, models, modelId, placeholder, renderEmpty, onStored, onNew } = props
  const talk = useConversation({ threadId, stored, engine })
  const [draft, setDraft] = useDraft(threadId)
  const t = useTranslate()
  const mayAsk = useMay(chatsAccess.ask)
  const mayWrite = useMay(chatsAccess.update, { createdById: stored?.createdBy?.id ?? null })
  const isWriter = stored === undefined ? mayAsk : mayWrite
  const acts = useTalkActs({ ...props, talk, isWriter })
  const isBuiltIn = models.find(({ id }) => id === modelId)?.isBuiltIn ?? false
  const choice = modelId === models[0]?.id ? {} : { model: modelId }
  const ask = (text: string) => talk.ask(text.trim(), choice)
  useAddress(!props.hasAddress && (stored !== undefined || hasBegun(engine)), onStored)
  const send = () => {
    setDraft('')
    ask(draft)
  }
  return (
    <TalkContext value={acts}>
      <Transcript
        messages={talk.messages}
        isBusy={talk.isBusy}
        empty={renderEmpty(ask)}
        end={<Problem talk={talk} onNew={onNew} onTakeBack={setDraft} />}
      />
      <div className="mx-auto grid w-full max-w-3xl gap-1.5 px-4 pb-3">
        {isWriter ? (
          <Composer
            // A thread without an address is found again by no other name.
            draft={`chat ${props.hasAddress ? threadId : 'new'}`}
            text={draft}
            onChange={setDraft}
            onSend={send}
            onStop={() =>
              void stop(threadId, engine).catch((error: unknown) =>
                showToast('error', t(failureOf(error).code as TranslationKey, failureOf(error).params)),
              )
            }
            isBusy={talk.isBusy}
            placeholder={placeholder}
          />
        ) : (
          <p className="rounded-xl border border-border bg-muted px-4 py-3 text-muted-foreground">
            {t('chat:composer.notYours', { name: stored?.createdBy?.name ?? t('chat:threads.former') })}
          </p>
        )}
        <UsageLine isBuiltIn={isBuiltIn} />
      </div>
    </TalkContext>
  )
}

/**
 * First the server, so that the answer really ends; then the line, in case nothing comes over it any more.
 */
async function stop(threadId: string, engine: Engine): Promise<void> {
  await stopAnswer(threadId)
  engine.hangUp()
}

const hasBegun = ({ live }: Engine): boolean =>
  live.some(({ role, parts }) => role === 'assistant' && parts.length > 0)

/**
 * Says once that a new thread is stored, when its first answer has begun to come or has failed: from then on
 * it has an address.
 */
function useAddress(isDue: boolean, onStored: () => void) {
  const said = useRef(false)
  useEffect(() => {
    if (!isDue || said.current) return
    said.current = true
    onStored()
  })
}

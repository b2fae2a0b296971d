import { useChat } from '@ai-sdk/react'
import { useQuery } from '@tanstack/react-query'
import { DefaultChatTransport } from 'ai'
import { useState } from 'react'
import { Button } from '#/components/ui/button.tsx'
import type { ChatParts } from '@plinth/core/feature'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { failureOf } from '@plinth/core/page'
import { chatApi } from '../chat-pages.ts'
import { ChatFrame } from './chat-frame.tsx'
import { Composer } from './composer/composer.tsx'
import { ModelChoice } from './composer/model-choice.tsx'
import { Suggestions } from './composer/suggestions.tsx'
import { UsageLine } from './composer/usage-line.tsx'
import { chatFetch } from './conversation/chat-fetch.ts'
import { REDRAW_MS } from './conversation/opened-chat.tsx'
import { readOnce } from './conversation/use-conversation.ts'
import { FailureCard } from './messages/failure-card.tsx'
import { Transcript } from './messages/transcript.tsx'

const transport = new DefaultChatTransport({ api: chatApi('vercel'), fetch: chatFetch })

/** A chat as the AI SDK's documentation shows it: nothing is stored, and it ends with the page. */
export function TemporaryChat({ parts }: { parts: ChatParts }) {
  const t = useTranslate()
  const { messages, sendMessage, regenerate, stop, status, error } = useChat({
    transport,
    throttle: REDRAW_MS,
  })
  const [input, setInput] = useState('')
  const offered = useQuery(useTRPC().chats.models.queryOptions()).data
  const [chosen, setChosen] = useState<string>()
  const model = chosen ?? offered?.default ?? ''
  // Those that change nothing.
  const commands = parts.commands.filter(({ tool = '' }) => !parts.tools.get(tool)?.approval)
  const isBusy = status === 'submitted' || status === 'streaming'
  const send = (text: string) => {
    setInput('')
    void sendMessage({ text: text.trim() }, { body: { model } })
  }
  return (
    <ChatFrame page="vercel" parts={parts} title={t('chat:shell.vercelTitle')}>
      <Transcript
        messages={messages.map(readOnce)}
        isBusy={isBusy}
        empty={<Suggestions text={t('chat:empty.temporary')} commands={commands} onSend={send} />}
        end={error ? <Failure error={error} onRetry={() => void regenerate({ body: { model } })} /> : null}
      />
      <div className="mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-1.5 px-4 pb-3 sm:px-6">
        <Composer
          draft="chat temporary"
          text={input}
          onChange={setInput}
          onSend={send}
          onStop={() => void stop()}
          isBusy={isBusy}
          placeholder={t('chat:composer.placeholder')}
          commands={commands}
          model={<ModelChoice models={offered?.items ?? []} value={model} onChange={setChosen} />}
        />
        <UsageLine isBuiltIn={offered?.items.find(({ id }) => id === model)?.isBuiltIn ?? false} />
      </div>
    </ChatFrame>
  )
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTranslate()
  // An error in the middle of an answer arrives as a sentence from the server.
  const isSentence = error.name === 'Error'
  const { code, params } = failureOf(error)
  return (
    <FailureCard text={isSentence ? error.message : t(code as TranslationKey, params)}>
      <Button variant="outline" size="sm" onClick={onRetry}>
        {t('chat:failure.retry')}
      </Button>
    </FailureCard>
  )
}

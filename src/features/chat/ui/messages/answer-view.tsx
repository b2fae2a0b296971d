import { CircleHelp } from 'lucide-react'
import { Part } from '#/components/part/part.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import { ApprovalCard } from './approval-card.tsx'
import {
  citedDocuments,
  type ChatMessage,
  type ChatPart,
  type FailurePart,
  type SourcePart,
} from '#/features/chat/chat-message.ts'
import { FailureCard } from './failure-card.tsx'
import { AnswerText } from './lazy-answer-text.ts'
import { PlainText } from './plain-text.tsx'
import { SourceList } from './source-list.tsx'
import { useActions } from '../conversation/conversation-context.tsx'
import { ToolCall } from './tool-call.tsx'

/** An answer, complete or streaming. */
export function AnswerView({
  message,
  isRunning,
  isPlain,
}: {
  message: ChatMessage
  isRunning: boolean
  isPlain: boolean
}) {
  const t = useTranslate()
  const { openSource } = useActions()
  const sources = message.parts.filter((part) => part.kind === 'source')
  const answer = () => message.parts.map((part) => (part.kind === 'text' ? part.text : '')).join('\n\n')
  const isEmpty = !message.parts.some(({ kind }) => kind === 'text' || kind === 'tool' || kind === 'failure')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {message.parts.map((part, at) => (
        <PartView
          // oxlint-disable-next-line react/no-array-index-key -- parts are only appended
          key={at}
          message={message}
          part={part}
          sources={sources}
          isRunning={isRunning}
          isPlain={isPlain}
        />
      ))}
      {isRunning && isEmpty ? <Thinking /> : null}
      {openSource && !isRunning ? (
        <SourceList documents={citedDocuments(message)} onOpen={(source) => openSource(source, answer())} />
      ) : null}
      {message.state === 'stopped' ? (
        <p className="text-sm text-muted-foreground">{t('chat:message.stopped')}</p>
      ) : null}
    </div>
  )
}

/** Shown in place of an answer that has no content yet. */
export function Thinking() {
  const t = useTranslate()
  return (
    <p className="flex items-center gap-2 text-muted-foreground">
      <Spinner />
      {t('chat:message.waiting')}
    </p>
  )
}

type PartViewProps = {
  message: ChatMessage
  part: ChatPart
  sources: readonly SourcePart[]
  isRunning: boolean
  isPlain: boolean
}

function PartView({ message, part, sources, isRunning, isPlain }: PartViewProps) {
  const t = useTranslate()
  const { openSource, respondToApproval, responses } = useActions()
  switch (part.kind) {
    case 'text': {
      const plain = <PlainText text={part.text} />
      if (isPlain) return plain
      return (
        <Part pending={<Thinking />} failed={() => plain}>
          <AnswerText
            text={part.text}
            // One that goes on may still be a part's of before.
            tree={isRunning ? undefined : part.tree}
            sources={sources}
            onOpen={openSource}
          />
        </Part>
      )
    }
    case 'reasoning':
      return (
        <details className="rounded-lg border border-border px-3 py-2 text-sm">
          <summary className="cursor-pointer text-muted-foreground">{t('chat:message.reasoning')}</summary>
          <p className="pt-2 whitespace-pre-wrap text-muted-foreground wrap-anywhere">{part.text}</p>
        </details>
      )
    case 'tool':
      return part.state === 'asks' && part.approvalId !== undefined ? (
        <ApprovalCard
          part={part}
          response={responses.get(part.approvalId)}
          onRespond={respondToApproval && ((approved) => respondToApproval(message, part, approved))}
        />
      ) : (
        <ToolCall part={part} />
      )
    case 'retrieval':
      // The built-in model says so itself, and an answer that is sure shows its sources.
      return part.confidence === 'possible' && !message.model?.isBuiltIn ? <PossibleNote /> : null
    case 'failure':
      return <Failed message={message} failure={part} />
    case 'source':
      return null
  }
}

function Failed({ message, failure }: { message: ChatMessage; failure: FailurePart }) {
  const t = useTranslate()
  const { regenerate, builtInId } = useActions()
  return (
    <FailureCard text={t(failure.code as TranslationKey, failure.params)}>
      {regenerate ? (
        <Button variant="outline" size="sm" onClick={() => regenerate(message)}>
          {t('chat:failure.retry')}
        </Button>
      ) : null}
      {regenerate && builtInId !== undefined && !message.model?.isBuiltIn ? (
        <Button variant="outline" size="sm" onClick={() => regenerate(message, builtInId)}>
          {t('chat:failure.builtIn')}
        </Button>
      ) : null}
    </FailureCard>
  )
}

/** Above an answer from documents that may not answer the question. */
function PossibleNote() {
  const t = useTranslate()
  return (
    <p className="flex items-center gap-1.5 justify-self-start rounded-full border border-warning-border bg-warning-muted px-2.5 py-0.5 text-sm font-medium text-warning-text">
      <CircleHelp className="size-4 shrink-0" aria-hidden="true" />
      {t('chat:retrieval.possible')}
    </p>
  )
}

import { Button } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { FailureCard } from './failure-card.tsx'
import type { Conversation } from './use-conversation.ts'

type ProblemProps = { talk: Conversation; onNew: () => void; onTakeBack: (text: string) => void }

/** Why the last question was refused, and the ways on. */
export function Problem({ talk, onNew, onTakeBack }: ProblemProps) {
  const t = useTranslate()
  const { problem } = talk
  if (!problem) return null
  const isGone = problem.code === 'errors:notFound'
  return (
    <FailureCard
      code={isGone ? 'chat:failure.gone' : problem.code}
      params={problem.params}
      requestId={problem.requestId}
    >
      {isGone ? (
        <Button variant="outline" size="sm" onClick={onNew}>
          {t('chat:threads.new')}
        </Button>
      ) : (
        <Button variant="outline" size="sm" onClick={talk.retry}>
          {t('chat:failure.retry')}
        </Button>
      )}
      <Button variant="ghost" size="sm" onClick={() => onTakeBack(talk.takeBack())}>
        {t('chat:failure.takeBack')}
      </Button>
    </FailureCard>
  )
}

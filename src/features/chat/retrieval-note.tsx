import { CircleCheck, CircleHelp, CircleSlash } from 'lucide-react'
import { useTranslate } from '#/core/i18n/react.tsx'
import { cn } from '#/lib/cn.ts'
import type { RetrievalPart } from './chat-message.ts'

const looks = {
  answer: { Icon: CircleCheck, className: 'border-success-border bg-success-muted text-success-text' },
  possible: { Icon: CircleHelp, className: 'border-warning-border bg-warning-muted text-warning-text' },
  none: { Icon: CircleSlash, className: 'border-input bg-muted text-muted-foreground' },
}

/** How sure an answer from documents is: found, perhaps, not there. Told apart by word, sign and colour. */
export function RetrievalNote({ confidence }: Pick<RetrievalPart, 'confidence'>) {
  const t = useTranslate()
  const { Icon, className } = looks[confidence]
  return (
    <p
      className={cn(
        'flex items-center gap-1.5 justify-self-start rounded-full border px-2.5 py-0.5 text-sm font-medium',
        className,
      )}
    >
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {t(`chat:retrieval.${confidence}`)}
    </p>
  )
}

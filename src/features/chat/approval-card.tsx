import { PenLine } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { textOf, type ToolPart } from './chat-message.ts'
import { useTalk } from './talk-context.tsx'
import { isKnownTool } from './tool-sentence.ts'

type ApprovalCardProps = {
  part: ToolPart
  /** Undefined for who may not decide, and while the answer still comes. */
  onDecide: ((approved: boolean) => void) | undefined
  /** What was chosen; the others of the same answer are still open. */
  chosen: boolean | undefined
}

/** Asks before something is written: what exactly, and yes or no. */
export function ApprovalCard({ part, onDecide, chosen }: ApprovalCardProps) {
  const t = useTranslate()
  const id = useId()
  const { isWriter } = useTalk()
  const title = isKnownTool(part.name)
    ? t(`chat:approval.${part.name === 'createPost' ? 'createPost' : 'addTodo'}`)
    : t('chat:approval.other')
  return (
    <section aria-labelledby={id} className="grid gap-3 rounded-xl border border-warning-border bg-card p-4">
      <h2 id={id} className="flex items-center gap-2 font-semibold">
        <PenLine className="size-4 text-warning-text" aria-hidden="true" />
        {title}
      </h2>
      <dl className="grid gap-2">
        {fieldsToWrite(part).map(({ label, text }) => (
          <div key={label} className="grid gap-0.5">
            <dt className="text-sm text-muted-foreground">{t(`chat:approval.${label}`)}</dt>
            <dd className="max-h-60 overflow-y-auto rounded-lg bg-muted px-3 py-2 whitespace-pre-wrap wrap-anywhere">
              {text}
            </dd>
          </div>
        ))}
      </dl>
      {onDecide && chosen === undefined ? (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => onDecide(true)}>{t('chat:approval.approve')}</Button>
          <Button variant="outline" onClick={() => onDecide(false)}>
            {t('chat:approval.refuse')}
          </Button>
        </div>
      ) : null}
      {chosen === undefined ? null : (
        <p className="text-sm text-muted-foreground">
          {t(chosen ? 'chat:approval.approved' : 'chat:approval.refused')}
        </p>
      )}
      {isWriter ? null : <p className="text-sm text-muted-foreground">{t('chat:approval.notYours')}</p>}
    </section>
  )
}

function fieldsToWrite({
  name,
  input,
}: ToolPart): { label: 'title' | 'content' | 'text' | 'input'; text: string }[] {
  if (name === 'createPost')
    return [
      { label: 'title', text: textOf(input.title) },
      { label: 'content', text: textOf(input.content) },
    ]
  if (name === 'addTodo') return [{ label: 'text', text: textOf(input.text) }]
  return [{ label: 'input', text: JSON.stringify(input, undefined, 2) }]
}

import { PenLine } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { textOf, type ToolPart } from '#/features/chat/chat-message.ts'
import { useActions } from '../conversation/conversation-context.tsx'
import { isKnownTool } from './tool-sentence.ts'

type ApprovalCardProps = {
  part: ToolPart
  /** Undefined for users who may not respond, and while the answer streams. */
  onRespond: ((approved: boolean) => void) | undefined
  /** The user's response, while other approvals of the same answer are pending. */
  response: boolean | undefined
}

/** Asks for approval of a tool call that writes, and shows what it writes. */
export function ApprovalCard({ part, onRespond, response }: ApprovalCardProps) {
  const t = useTranslate()
  const id = useId()
  const { isWriter } = useActions()
  const title = isKnownTool(part.name)
    ? t(`chat:approval.${part.name === 'createPost' ? 'createPost' : 'addTodo'}`)
    : t('chat:approval.other')
  return (
    <section
      aria-labelledby={id}
      className="overflow-hidden rounded-xl border border-border bg-card shadow-xs"
    >
      <div className="grid gap-3 p-4">
        <div className="flex items-center gap-3">
          <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-warning-muted text-warning-text">
            <PenLine className="size-4" aria-hidden="true" />
          </span>
          <div>
            <h2 id={id} className="font-semibold">
              {title}
            </h2>
            <p className="text-sm text-muted-foreground">{t('chat:approval.hint')}</p>
          </div>
        </div>
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
      </div>
      <div className="flex min-h-13 flex-wrap items-center justify-end gap-2 border-t border-border bg-muted/60 px-4 py-2">
        {isWriter ? null : (
          <p className="mr-auto text-sm text-muted-foreground">{t('chat:approval.notYours')}</p>
        )}
        {response === undefined ? null : (
          <p className="mr-auto text-sm text-muted-foreground">
            {t(response ? 'chat:approval.approved' : 'chat:approval.refused')}
          </p>
        )}
        {onRespond && response === undefined ? (
          <>
            <Button variant="outline" size="sm" onClick={() => onRespond(false)}>
              {t('chat:approval.refuse')}
            </Button>
            <Button size="sm" onClick={() => onRespond(true)}>
              {t('chat:approval.approve')}
            </Button>
          </>
        ) : null}
      </div>
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

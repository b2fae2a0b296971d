import { PenLine } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#/components/ui/button.tsx'
import { type Translate, type TranslationKey, useTranslate } from '@plinth/core/texts'
import type { ToolPart } from '#/features/chat/chat-message.ts'
import { useChatParts } from '../chat-parts.tsx'
import { useActions } from '../conversation/conversation-context.tsx'
import { textsIn } from './tool-text.ts'

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
  const { title = 'chat:approval.other', fields = {} } = useChatParts().tools.get(part.name)?.approval ?? {}
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
              {t(title)}
            </h2>
            <p className="text-sm text-muted-foreground">{t('chat:approval.hint')}</p>
          </div>
        </div>
        <dl className="grid gap-2">
          {fieldsToWrite(t, part, fields).map(({ label, text }) => (
            <div key={label} className="grid gap-0.5">
              <dt className="text-sm text-muted-foreground">{label}</dt>
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

/** What the tool writes: the fields that its feature labels, and the rest of the input as it is. */
function fieldsToWrite(t: Translate, { input }: ToolPart, labels: Readonly<Record<string, TranslationKey>>) {
  const texts = textsIn(input)
  const isShown = (name: string) => Object.hasOwn(labels, name) && Object.hasOwn(texts, name)
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !isShown(name)))
  return [
    ...Object.entries(labels)
      .filter(([name]) => isShown(name))
      .map(([name, label]) => ({ label: t(label), text: texts[name] })),
    ...(Object.keys(rest).length > 0
      ? [{ label: t('chat:approval.input'), text: JSON.stringify(rest, undefined, 2) }]
      : []),
  ]
}

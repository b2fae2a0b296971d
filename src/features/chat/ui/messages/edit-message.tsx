import { useId, useState, type KeyboardEvent, type SubmitEvent } from 'react'
import { inputClass } from '#/components/ui/input.tsx'
import { Form } from '#/components/form/form.tsx'
import { isComposing, pressesEnter } from '#/components/form/presses-enter.ts'
import { Button } from '#/components/ui/button.tsx'
import { useTranslate } from '@plinth/core/texts'
import { cn } from '#/lib/cn.ts'
import { MESSAGE_MAX_LENGTH } from '#/features/chat/chat-limits.ts'
import { MessageCount } from '../composer/message-count.tsx'

type EditMessageProps = { text: string; onSend: (text: string) => void; onCancel: () => void }

/** Edits a user message; the old version is kept. */
export default function EditMessage({ text: before, onSend, onCancel }: EditMessageProps) {
  const t = useTranslate()
  const [text, setText] = useState(before)
  const countId = useId()
  const isTooLong = text.length > MESSAGE_MAX_LENGTH
  function submit(event?: SubmitEvent) {
    event?.preventDefault()
    if (text.trim() !== '' && !isTooLong) onSend(text.trim())
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && !isComposing(event)) onCancel()
    if (!pressesEnter(event) || event.shiftKey) return
    event.preventDefault()
    submit()
  }
  return (
    <Form onSubmit={submit} className="grid gap-2">
      <textarea
        name="edited"
        aria-label={t('chat:message.edit')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a button has opened it
        autoFocus
        rows={Math.min(8, before.split('\n').length + 1)}
        aria-invalid={isTooLong || undefined}
        aria-describedby={isTooLong ? countId : undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className={cn(inputClass, 'py-2 text-lg')}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <MessageCount id={countId} text={text} />
        <Button variant="ghost" size="sm" onClick={onCancel}>
          {t('app:dialog.cancel')}
        </Button>
        <Button type="submit" size="sm" aria-disabled={isTooLong}>
          {t('chat:composer.send')}
        </Button>
      </div>
    </Form>
  )
}

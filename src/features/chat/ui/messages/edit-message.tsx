import { useState, type KeyboardEvent, type SubmitEvent } from 'react'
import { inputClass } from '#/components/ui/input.tsx'
import { Form } from '#/components/form/form.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { cn } from '#/lib/cn.ts'
import { MESSAGE_MAX_LENGTH } from '#/features/chat/chat-limits.ts'

type EditMessageProps = { text: string; onSend: (text: string) => void; onCancel: () => void }

/** Edits a user message; the old version is kept. */
export function EditMessage({ text: before, onSend, onCancel }: EditMessageProps) {
  const t = useTranslate()
  const [text, setText] = useState(before)
  function submit(event?: SubmitEvent) {
    event?.preventDefault()
    if (text.trim() !== '') onSend(text.trim())
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') onCancel()
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
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
        maxLength={MESSAGE_MAX_LENGTH}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className={cn(inputClass, 'py-2 text-lg')}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" size="sm" onClick={onCancel}>
          {t('app:dialog.cancel')}
        </Button>
        <Button type="submit" size="sm">
          {t('chat:composer.send')}
        </Button>
      </div>
    </Form>
  )
}

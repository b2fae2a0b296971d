import { focusFirstInvalid, FormFrame, useAppForm } from '#/components/form/app-form.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import type { TodoActs } from './todo-board.tsx'
import { todoTextInput } from './todos.schema.ts'

/** A line for the next entry. It empties at once; what the server refuses comes back into it, unless something else was typed meanwhile. */
export function AddTodoForm({ acts }: { acts: TodoActs | undefined }) {
  const t = useTranslate()
  const form = useAppForm({
    defaultValues: { text: '' },
    validators: { onSubmit: todoTextInput },
    onSubmitInvalid: focusFirstInvalid,
    onSubmit: ({ value: { text } }) => {
      form.reset()
      void acts?.add(text.trim()).then((stands) => {
        if (!stands && form.state.values.text === '') form.setFieldValue('text', text)
      })
    },
  })
  return (
    <FormFrame
      form={form}
      draft="todos.create"
      aria-label={t('todos:form.title')}
      className="flex flex-wrap items-end gap-2 rounded-card border border-hairline bg-surface p-6"
    >
      <div className="min-w-48 flex-1">
        <form.AppField name="text">{(field) => <field.Text label={t('todos:form.label')} autoComplete="off" required />}</form.AppField>
      </div>
      <Button type="submit" disabled={!acts}>
        {t('todos:form.add')}
      </Button>
      <Button variant="secondary" disabled={!acts} onClick={() => acts?.addRefused()}>
        {t('todos:form.refused')}
      </Button>
    </FormFrame>
  )
}

import { focusFirstInvalid, FormFrame, useAppForm } from '#/components/form/app-form.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { todoTextInput } from '../todos.schema.ts'

/** Adds a to-do, and returns whether it was accepted. */
export type AddTodo = (text: string, id?: string) => Promise<boolean>

/**
 * The input for a new to-do. What is submitted before the list is ready waits for `adding`. The field clears
 * immediately; a rejected text returns, unless something else was typed meanwhile.
 */
export function AddTodoForm({ adding }: { adding: Promise<AddTodo> }) {
  const t = useTranslate()
  const form = useAppForm({
    defaultValues: { text: '' },
    validators: { onSubmit: todoTextInput },
    onSubmitInvalid: focusFirstInvalid,
    onSubmit: async ({ value: { text } }) => {
      const add = await adding
      form.reset()
      void add(text.trim()).then((stands) => {
        if (!stands && form.state.values.text === '') form.setFieldValue('text', text)
      })
    },
  })
  return (
    <FormFrame
      form={form}
      draft="todos.create"
      aria-label={t('todos:form.title')}
      className="flex flex-wrap items-end gap-2 rounded-xl border border-border bg-card p-6"
    >
      <div className="min-w-48 flex-1">
        <form.AppField name="text">
          {(field) => <field.Text label={t('todos:form.label')} autoComplete="off" required />}
        </form.AppField>
      </div>
      <form.Submit pendingLabel={t('todos:form.adding')}>{t('todos:form.add')}</form.Submit>
      <Button
        variant="outline"
        // An invalid id, which the server rejects with 400 in any case.
        onClick={() => void adding.then((add) => add(t('todos:form.refusedText'), '!'))}
      >
        {t('todos:form.refused')}
      </Button>
    </FormFrame>
  )
}

import { focusFirstInvalid, FormFrame, useAppForm } from '#/components/form/app-form.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { todoTextInput } from '../todos.schema.ts'

/** Adds an entry; answers whether it stands. */
export type AddTodo = (text: string, id?: string) => Promise<boolean>

/**
 * A line for the next entry; what is sent before there is a list to add it to waits for `adding`. It empties
 * at once; what the server refuses comes back into it, unless something else was typed meanwhile.
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
        // An id that no entry can have: the server answers 400, whatever else is true.
        onClick={() => void adding.then((add) => add(t('todos:form.refusedText'), '!'))}
      >
        {t('todos:form.refused')}
      </Button>
    </FormFrame>
  )
}

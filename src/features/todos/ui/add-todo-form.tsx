import { Plus } from 'lucide-react'
import { FormFrame, useAppForm } from '#/components/form/app-form.tsx'
import { SubmitButton } from '#/components/form/submit-button.tsx'
import { FieldError } from '#/components/ui/field.tsx'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import { todoTextInput } from '../todos.schema.ts'

/** Adds a to-do, and returns whether it was accepted. */
export type AddTodo = (text: string, id?: string) => Promise<boolean>

/**
 * The input for a new to-do, the first row of the list. Text submitted before the list is ready waits for
 * `adding`. The field clears immediately; rejected text returns, unless the user has typed something else.
 */
export function AddTodoForm({ adding }: { adding: Promise<AddTodo> }) {
  const t = useTranslate()
  const form = useAppForm({
    defaultValues: { text: '' },
    validators: { onSubmit: todoTextInput },
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
      className="border-b border-border"
    >
      <form.Field name="text">
        {({ state, handleChange }) => {
          const error = state.meta.errors[0]?.message
          return (
            <>
              <div className="flex min-h-13 items-center gap-3 py-2 pr-2 pl-4 md:px-5">
                <Plus
                  className="size-4.5 shrink-0 text-muted-foreground max-sm:hidden"
                  strokeWidth={1.75}
                  aria-hidden="true"
                />
                <input
                  id="text"
                  name="text"
                  aria-label={t('todos:form.label')}
                  placeholder={t('todos:form.label')}
                  aria-invalid={error ? true : undefined}
                  aria-describedby={error ? 'text-note' : undefined}
                  autoComplete="off"
                  required
                  value={state.value}
                  onChange={(event) => handleChange(event.target.value)}
                  className="h-9 min-w-0 flex-1 rounded-md bg-transparent px-1 -ml-1 placeholder:text-muted-foreground pointer-coarse:h-11 pointer-coarse:text-lg"
                />
                <form.Subscribe selector={({ isSubmitting }) => isSubmitting}>
                  {(pending) => (
                    <SubmitButton
                      variant="outline"
                      className="max-sm:w-11 max-sm:px-0"
                      pending={pending}
                      pendingLabel={<span className="max-sm:sr-only">{t('todos:form.adding')}</span>}
                    >
                      <Plus className="size-4 sm:hidden" aria-hidden="true" />
                      <span className="max-sm:sr-only">{t('todos:form.add')}</span>
                    </SubmitButton>
                  )}
                </form.Subscribe>
              </div>
              {error ? (
                <FieldError id="text-note" className="px-4 pb-3 md:pl-5">
                  {t(error === 'errors:required' ? 'todos:form.empty' : (error as TranslationKey))}
                </FieldError>
              ) : null}
            </>
          )
        }}
      </form.Field>
    </FormFrame>
  )
}

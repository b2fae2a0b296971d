import { createFormHookContexts } from '@tanstack/react-form'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { type Issue, issueCode } from '@plinth/core/schema'
import { useFormTexts } from './form-texts.tsx'

export const { fieldContext, formContext, useFieldContext, useFormContext } = createFormHookContexts()

/** The field's first error, once the form has been submitted. */
function useFieldError(): string | undefined {
  const field = useFieldContext<unknown>()
  const translate = useFormTexts()
  const [error] = field.state.meta.errors as (string | Issue | undefined)[]
  return error && translate(typeof error === 'string' ? error : issueCode(error))
}

/** The most characters that the form's schema allows in a text. */
function maxLengthIn(schema: unknown, name: string): number | undefined {
  let field: unknown = schema instanceof z.ZodObject ? schema.shape[name] : undefined
  while (field instanceof z.ZodOptional) field = field.unwrap()
  return field instanceof z.ZodString ? (field.maxLength ?? undefined) : undefined
}

/** The name, value and error of the field of the `form.AppField` around it, and how to change it. */
export function useField<Value>() {
  const field = useFieldContext<Value>()
  return {
    name: field.name,
    value: field.state.value,
    error: useFieldError(),
    maxLength: maxLengthIn(field.form.options.validators?.onSubmit, field.name),
    onValueChange(value: Value) {
      // The server's error was about the previous value.
      field.setErrorMap({ onServer: undefined } as never)
      field.handleChange(() => value)
    },
  }
}

/** What `useTextField` gives a field. */
export type TextFieldProps = 'name' | 'value' | 'error' | 'onChange'

/** `useField` for a text. Near the limit of its schema its length replaces the hint. */
export function useTextField(hint?: ReactNode) {
  const translate = useFormTexts()
  const { onValueChange, error, maxLength, ...field } = useField<string>()
  const count =
    maxLength !== undefined && field.value.length > maxLength * 0.9
      ? translate('app:form.count', { count: field.value.length, max: maxLength })
      : undefined
  return {
    ...field,
    hint: count ?? hint,
    error: error && count ? `${error} ${count}` : error,
    onChange: (event: { target: { value: string } }) => onValueChange(event.target.value),
  }
}

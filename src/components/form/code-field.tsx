import type { ComponentProps, ReactNode } from 'react'
import { CodeInput } from './code-input.tsx'
import { Field } from './field.tsx'

type CodeFieldProps = {
  name: string
  label: ReactNode
  hint?: ReactNode
  error?: string
  aside?: ReactNode
} & Omit<ComponentProps<typeof CodeInput>, 'name' | 'id'>

/**
 * Six digits in six cells, and yet one field: typing goes on by itself, a paste fills it whatever stands
 * between the digits, a phone offers the code it has just received. Works before the page's script is there,
 * and submits its form when complete (unless `onComplete` takes over).
 */
export function CodeField({ name, label, hint, error, aside, ...input }: CodeFieldProps) {
  return (
    <Field name={name} label={label} hint={hint} error={error} aside={aside}>
      {(wiring) => <CodeInput {...input} {...wiring} />}
    </Field>
  )
}

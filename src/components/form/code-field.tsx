import type { ComponentProps, ReactNode } from 'react'
import { CodeInput } from './code-input.tsx'
import { FormField } from './field.tsx'

type CodeFieldProps = {
  name: string
  label: ReactNode
  hint?: ReactNode
  error?: string
  aside?: ReactNode
} & Omit<ComponentProps<typeof CodeInput>, 'name' | 'id'>

/**
 * Six digits in six cells, but a single input: any separators can be pasted, and phones offer a received
 * code. Works before hydration, and submits its form when complete.
 */
export function CodeField({ name, label, hint, error, aside, ...input }: CodeFieldProps) {
  return (
    <FormField name={name} label={label} hint={hint} error={error} aside={aside}>
      {(wiring) => <CodeInput {...input} {...wiring} />}
    </FormField>
  )
}

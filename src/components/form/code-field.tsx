import type { ChangeEvent, ComponentProps, ReactNode } from 'react'
import { cn } from '#/lib/cn.ts'
import { codeIn } from '@plinth/core/schema'
import { FormField } from './field.tsx'

type CodeFieldProps = {
  name: string
  label: ReactNode
  hint?: ReactNode
  error?: string
} & Omit<ComponentProps<'input'>, 'name' | 'id' | 'value' | 'onChange' | 'type'>

/**
 * Six digits in six cells, but a single input: a whole message with the code can be pasted, in digits of
 * every script, and phones offer a received code. Works before hydration, and submits its form when
 * complete.
 */
export function CodeField({
  name,
  label,
  hint,
  error,
  autoComplete = 'one-time-code',
  ...input
}: CodeFieldProps) {
  return (
    <FormField name={name} label={label} hint={hint} error={error}>
      {(wiring) => (
        <div className={cn('code-cells', wiring['aria-invalid'] && 'border-destructive-text')}>
          <input
            {...input}
            {...wiring}
            onChange={takeCode}
            inputMode="numeric"
            autoComplete={autoComplete}
            autoCorrect="off"
            spellCheck={false}
          />
        </div>
      )}
    </FormField>
  )
}

/** Takes the code out of what is typed or pasted, and submits the form of a complete one. */
export function takeCode({ currentTarget: field }: ChangeEvent<HTMLInputElement>) {
  const code = codeIn(field.value)
  // Any other text stays, and the form says what is wrong with it.
  field.value = code ?? field.value.replaceAll(/(?<=\d)[\s-](?=\d|$)/g, '')
  // After React has handled the change.
  if (code !== undefined) setTimeout(() => field.form?.requestSubmit())
}

import type { ChangeEvent, ComponentProps, ReactNode } from 'react'
import { cn } from '#/lib/cn.ts'
import { FormField } from './field.tsx'

const CODE_LENGTH = 6

type CodeFieldProps = {
  name: string
  label: ReactNode
  hint?: ReactNode
  error?: string
} & Omit<ComponentProps<'input'>, 'name' | 'id' | 'value' | 'onChange' | 'type'>

/**
 * Six digits in six cells, but a single input: any separators can be pasted, and phones offer a received
 * code. Works before hydration, and submits its form when complete.
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
            onChange={keepDigits}
            inputMode="numeric"
            pattern={`[0-9]{${CODE_LENGTH}}`}
            autoComplete={autoComplete}
            autoCorrect="off"
            spellCheck={false}
          />
        </div>
      )}
    </FormField>
  )
}

/** Keeps the digits of what is typed or pasted, and submits the form of a complete code. */
export function keepDigits({ currentTarget: field }: ChangeEvent<HTMLInputElement>) {
  const digits = field.value.replaceAll(/\D/g, '').slice(0, CODE_LENGTH)
  field.value = digits
  // After React has handled the change.
  if (digits.length === CODE_LENGTH) setTimeout(() => field.form?.requestSubmit())
}

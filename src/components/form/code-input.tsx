import type { ChangeEvent, ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'

const CODE_LENGTH = 6

type CodeInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'>

/** The digits of a typed or pasted text, at most six. */
const digitsOf = (text: string): string => text.replaceAll(/\D/g, '').slice(0, CODE_LENGTH)

/** The six cells without label and hint, which CodeField adds. */
export function CodeInput({ autoComplete = 'one-time-code', ...input }: CodeInputProps) {
  function onChange({ currentTarget: field }: ChangeEvent<HTMLInputElement>) {
    const digits = digitsOf(field.value)
    field.value = digits
    // After React has handled the change.
    if (digits.length === CODE_LENGTH) setTimeout(() => field.form?.requestSubmit())
  }
  return (
    <div className={cn('code-cells', input['aria-invalid'] && 'border-destructive-text')}>
      <input
        {...input}
        onChange={onChange}
        inputMode="numeric"
        pattern={`[0-9]{${CODE_LENGTH}}`}
        autoComplete={autoComplete}
        autoCorrect="off"
        spellCheck={false}
      />
    </div>
  )
}

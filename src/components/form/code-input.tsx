import type { ChangeEvent, ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'

export const CODE_LENGTH = 6

type CodeInputProps = {
  /** For controlled forms only. */
  value?: string
  /** Called with the digits after every change. */
  onDigits?: (digits: string) => void
  /** Called with the last digit instead of submitting the form. */
  onComplete?: (code: string) => void
} & Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'>

/** The digits of a typed or pasted text, at most six. */
export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '').slice(0, CODE_LENGTH)

/**
 * The six cells without label and hint, which CodeField adds. Separate, because the home page is too light
 * for a whole field.
 */
export function CodeInput({
  onDigits,
  onComplete,
  autoComplete = 'one-time-code',
  ...input
}: CodeInputProps) {
  function onChange({ currentTarget: field }: ChangeEvent<HTMLInputElement>) {
    const digits = digitsOf(field.value)
    field.value = digits
    onDigits?.(digits)
    if (digits.length < CODE_LENGTH) return
    if (onComplete) onComplete(digits)
    // After onDigits has rendered, so that a controlled form has the last digit.
    else setTimeout(() => field.form?.requestSubmit())
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

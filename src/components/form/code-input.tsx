import type { ChangeEvent, ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'

export const CODE_LENGTH = 6

type CodeInputProps = {
  /** Only for a form that keeps its values itself; without it the browser does. */
  value?: string
  /** The digits so far, after every change. */
  onDigits?: (digits: string) => void
  /** Called once the last digit is there; without it the form is submitted. */
  onComplete?: (code: string) => void
} & Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'>

/** What of a typed or pasted text belongs to a code: its digits, six at most. */
export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '').slice(0, CODE_LENGTH)

/**
 * Six cells that are one input, without label and note: CodeField has them. Apart from it because the home
 * page is too light for a whole field.
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
    // After what onDigits changed is drawn: a form that keeps its values must have this one.
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

import type { ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'
import { Field, inputClass } from './field.tsx'

export type SelectOption = { value: string; label: string }

type FieldFrame = Pick<ComponentProps<typeof Field>, 'name' | 'label' | 'hint' | 'error' | 'aside'>
type SelectFieldProps = FieldFrame & { options: readonly SelectOption[] } & Omit<
    ComponentProps<'select'>,
    'name' | 'children'
  >

/** A native select, which works with every phone and screen reader. */
export function SelectField({
  name,
  label,
  hint,
  error,
  aside,
  options,
  className,
  ...select
}: SelectFieldProps) {
  return (
    <Field name={name} label={label} hint={hint} error={error} aside={aside}>
      {(wiring) => (
        <select
          {...wiring}
          {...select}
          className={cn(inputClass, 'h-9 cursor-pointer pointer-coarse:h-11', className)}
        >
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

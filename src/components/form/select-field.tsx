import type { ComponentProps } from 'react'
import { NativeSelect, NativeSelectOption } from '#/components/ui/native-select.tsx'
import { FormField } from './field.tsx'

export type SelectOption = { value: string; label: string }

type FieldFrame = Pick<ComponentProps<typeof FormField>, 'name' | 'label' | 'hint' | 'error' | 'aside'>
type SelectFieldProps = FieldFrame & { options: readonly SelectOption[] } & Omit<
    ComponentProps<'select'>,
    'name' | 'children'
  >

/** A native select, which works with every phone and screen reader. */
export function SelectField({ name, label, hint, error, aside, options, ...select }: SelectFieldProps) {
  return (
    <FormField name={name} label={label} hint={hint} error={error} aside={aside}>
      {(wiring) => (
        <NativeSelect {...wiring} {...select}>
          {options.map(({ value, label: text }) => (
            <NativeSelectOption key={value} value={value}>
              {text}
            </NativeSelectOption>
          ))}
        </NativeSelect>
      )}
    </FormField>
  )
}

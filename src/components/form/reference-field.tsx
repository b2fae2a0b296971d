import type { ComponentProps } from 'react'
import { FormField } from './field.tsx'
import { useField } from './form-context.ts'
import { ReferenceBox, type ReferenceProps } from './reference-box.tsx'

type ReferenceFieldProps = ReferenceProps &
  Pick<ComponentProps<typeof FormField>, 'id' | 'label' | 'hint' | 'aside'> & {
    /** Shows a button that empties it. */
    isOptional?: boolean
  }

/** One of many, found by typing. Its value is the id of the choice, or null. */
export function ReferenceField({ id, label, hint, aside, isOptional, ...props }: ReferenceFieldProps) {
  const { name, value, error, onValueChange } = useField<string | null>()
  return (
    <FormField id={id} name={name} label={label} hint={hint} error={error} aside={aside}>
      {(wiring) => (
        <ReferenceBox
          {...props}
          input={{
            id: wiring.id,
            'aria-invalid': wiring['aria-invalid'],
            'aria-describedby': wiring['aria-describedby'],
          }}
          canClear={isOptional}
          // Rows from before the field was added have an empty text.
          value={value || null}
          onValueChange={onValueChange}
        />
      )}
    </FormField>
  )
}

import type { ComponentProps, ReactNode } from 'react'
import { Checkbox } from '#/components/ui/checkbox.tsx'
import { FieldDescription, FieldError } from '#/components/ui/field.tsx'
import type { FormField } from './field.tsx'
import { useField } from './form-context.ts'
import { SelectField, type SelectOption } from './select-field.tsx'

type FieldFrame = Pick<ComponentProps<typeof FormField>, 'label' | 'hint'> & { disabled?: boolean }

/** Yes or no. */
export function CheckField({ label, hint, disabled }: FieldFrame) {
  const { name, value, error, onValueChange } = useField<boolean>()
  return (
    <div className="grid content-start gap-1.5">
      <Choice
        id={name}
        name={name}
        checked={value}
        disabled={disabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${name}-note` : undefined}
        onCheckedChange={onValueChange}
      >
        {label}
      </Choice>
      <Note id={`${name}-note`} hint={hint} error={error} />
    </div>
  )
}

type OptionFieldProps = FieldFrame & {
  options: readonly SelectOption[]
  /** The choice of none, whose value is null. Without it one is always chosen. */
  empty?: string
}

/** One of several values. */
export function OptionField({ options, empty, ...props }: OptionFieldProps) {
  const { value, onValueChange, ...field } = useField<string | null>()
  return (
    <SelectField
      {...props}
      {...field}
      options={empty === undefined ? options : [{ value: '', label: empty }, ...options]}
      value={value ?? ''}
      onChange={(event) => onValueChange(event.target.value || null)}
    />
  )
}

/** Several of several values: a group of checkboxes. */
export function OptionsField({
  label,
  hint,
  disabled,
  options,
}: FieldFrame & { options: readonly SelectOption[] }) {
  const { name, value, error, onValueChange } = useField<readonly string[]>()
  return (
    <fieldset
      className="grid min-w-0 content-start gap-1.5"
      disabled={disabled}
      aria-describedby={error || hint ? `${name}-note` : undefined}
    >
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div className="columns-[9.5rem] gap-x-5 *:mb-1.5 *:break-inside-avoid">
        {options.map((option) => (
          <Choice
            key={option.value}
            name={name}
            value={option.value}
            checked={value.includes(option.value)}
            aria-invalid={error ? true : undefined}
            onCheckedChange={(checked) =>
              // In the order of the options, so that the same choice is the same value.
              onValueChange(
                options.flatMap((one) =>
                  (one.value === option.value ? checked : value.includes(one.value)) ? [one.value] : [],
                ),
              )
            }
          >
            {option.label}
          </Choice>
        ))}
      </div>
      <Note id={`${name}-note`} hint={hint} error={error} />
    </fieldset>
  )
}

function Choice({ children, ...box }: ComponentProps<typeof Checkbox> & { children: ReactNode }) {
  return (
    <label className="flex min-h-5 items-center gap-2 has-disabled:opacity-60 pointer-coarse:min-h-11">
      <Checkbox {...box} />
      {children}
    </label>
  )
}

function Note({ id, hint, error }: { id: string; hint: ReactNode; error: string | undefined }) {
  if (error) return <FieldError id={id}>{error}</FieldError>
  return hint ? <FieldDescription id={id}>{hint}</FieldDescription> : null
}

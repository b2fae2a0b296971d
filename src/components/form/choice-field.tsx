import { useId } from 'react'

type ChoiceFieldProps<Value extends string> = {
  name: string
  label: string
  options: readonly { value: Value; label: string; text?: string }[]
  /** Without `value` the first choice is selected, and the form reads the field itself. */
  value?: Value
  onChoose?: (value: Value) => void
}

/** A few choices that need a sentence each: radio buttons as cards. */
export function ChoiceField<Value extends string>({
  name,
  label,
  options,
  value,
  onChoose,
}: ChoiceFieldProps<Value>) {
  const id = useId()
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 font-medium">{label}</legend>
      {options.map((option, index) => (
        <label
          key={option.value}
          className="relative flex cursor-pointer items-start gap-3 rounded-xl border border-border px-3 py-2.5 hover:bg-accent has-checked:border-foreground has-checked:bg-muted"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            {...(value === undefined
              ? { defaultChecked: index === 0 }
              : { checked: value === option.value, onChange: () => onChoose?.(option.value) })}
            aria-describedby={option.text ? `${id}-${option.value}` : undefined}
            aria-label={option.label}
            className="mt-0.5 size-4 shrink-0 appearance-none rounded-full border border-input bg-card checked:border-[5px] checked:border-foreground"
          />
          <span>
            <span className="font-medium">{option.label}</span>
            {option.text ? (
              <span id={`${id}-${option.value}`} className="block text-sm text-muted-foreground">
                {option.text}
              </span>
            ) : null}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

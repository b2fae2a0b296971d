import { NumberField as Base } from '@base-ui/react/number-field'
import { use, type ComponentProps } from 'react'
import { inputClass } from '#/components/ui/input.tsx'
import { cn } from '#/lib/cn.ts'
import { currencyDigits } from '#/lib/format-value.ts'
import { FormField } from './field.tsx'
import { useField } from './form-context.ts'
import { FormLanguage } from './form-texts.tsx'

type FieldFrame = Pick<ComponentProps<typeof FormField>, 'id' | 'label' | 'hint' | 'aside'>
type NumberFieldProps = FieldFrame &
  Pick<ComponentProps<typeof Base.Root>, 'min' | 'max' | 'step' | 'format' | 'required' | 'disabled'>

/**
 * A number, typed and shown as in the reader's language: `1.234,5` in German. Arrow keys change it by `step`.
 * A number outside the bounds stays as typed, and the schema rejects it.
 */
export function NumberField({ format = { maximumFractionDigits: 20 }, ...props }: NumberFieldProps) {
  return <Field {...props} format={format} {...useField<number | null>()} />
}

type MoneyFieldProps = FieldFrame &
  Pick<NumberFieldProps, 'required' | 'disabled'> & {
    /** Such as EUR. */
    currency: string
  }

/** An amount of money: typed in the unit of the currency, such as euros, and kept in cents. */
export function MoneyField({ currency, ...props }: MoneyFieldProps) {
  const { value, onValueChange, ...field } = useField<number | null>()
  const minor = 10 ** currencyDigits(currency)
  return (
    <Field
      {...props}
      {...field}
      format={{ style: 'currency', currency }}
      value={value === null ? null : value / minor}
      onValueChange={(amount) => onValueChange(amount === null ? null : Math.round(amount * minor))}
    />
  )
}

type FieldProps = NumberFieldProps & ReturnType<typeof useField<number | null>>

function Field({ id, name, label, hint, error, aside, onValueChange, disabled, ...props }: FieldProps) {
  const language = use(FormLanguage)
  // What is typed may leave out the currency, so an empty field shows it.
  const isMoney = props.format?.style === 'currency'
  const placeholder = isMoney ? new Intl.NumberFormat(language, props.format).format(0) : undefined
  return (
    <FormField id={id} name={name} label={label} hint={hint} error={error} aside={aside}>
      {(wiring) => (
        <Base.Root
          {...props}
          id={wiring.id}
          name={name}
          disabled={disabled}
          locale={language}
          allowOutOfRange
          onValueChange={onValueChange}
        >
          <Base.Input
            aria-invalid={wiring['aria-invalid']}
            aria-describedby={wiring['aria-describedby']}
            placeholder={placeholder}
            className={cn(inputClass, 'h-9 tabular-nums pointer-coarse:h-11')}
          />
        </Base.Root>
      )}
    </FormField>
  )
}

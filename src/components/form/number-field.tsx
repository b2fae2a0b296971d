import { use, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { currencyDigits } from '#/lib/format-value.ts'
import { parseNumber } from '#/lib/parse-number.ts'
import { TextField } from './field.tsx'
import { useField } from './form-context.ts'
import { FormLanguage } from './form-texts.tsx'

type FieldFrame = Pick<ComponentProps<typeof TextField>, 'id' | 'label' | 'hint' | 'aside'>
type NumberFieldProps = FieldFrame &
  Pick<ComponentProps<'input'>, 'required' | 'disabled'> & {
    min?: number
    max?: number
    /** What arrow keys add. */
    step?: number
  }

/**
 * A number, typed as anywhere and shown as in the reader's language: `1.234,5` in German. Arrow keys change
 * it by `step`. What is no number, or outside the bounds, stays as typed, and the schema rejects it.
 */
export function NumberField(props: NumberFieldProps) {
  return <Field {...props} {...useField<number | null>()} />
}

type MoneyFieldProps = FieldFrame &
  Pick<NumberFieldProps, 'required' | 'disabled'> & {
    /** Such as EUR. */
    currency: string
  }

/** An amount of money: typed in the unit of the currency, such as euros, and kept in cents. */
export function MoneyField(props: MoneyFieldProps) {
  const { value, onValueChange, ...field } = useField<number | null>()
  const minor = 10 ** currencyDigits(props.currency)
  return (
    <Field
      {...props}
      {...field}
      value={value === null ? null : value / minor}
      onValueChange={(amount) => onValueChange(amount === null ? null : Math.round(amount * minor))}
    />
  )
}

type FieldProps = NumberFieldProps & ReturnType<typeof useField<number | null>> & { currency?: string }

function Field({ value, onValueChange, currency, min, max, step = 1, ...props }: FieldProps) {
  const language = use(FormLanguage)
  const format = new Intl.NumberFormat(
    language,
    currency === undefined ? { maximumFractionDigits: 15 } : { style: 'currency', currency },
  )
  const shownFor = (number: number | null) =>
    number === null || Number.isNaN(number) ? '' : format.format(number)
  // Typing is followed by the value; any other change of the value replaces what was typed.
  const [typed, setTyped] = useState({ text: shownFor(value), value })
  if (!Object.is(typed.value, value)) setTyped({ text: shownFor(value), value })
  function type(text: string) {
    const maxFractionDigits = currency === undefined ? undefined : currencyDigits(currency)
    const number = parseNumber(text, { language, currency, maxFractionDigits })
    // Not a number: the schema says so.
    set(text.trim() === '' ? null : (number ?? Number.NaN), text)
  }
  function set(number: number | null, text: string) {
    setTyped({ text, value: number })
    onValueChange(number)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    const next = (value ?? 0) + (event.key === 'ArrowUp' ? step : -step)
    // Without the noise of binary fractions.
    const number = Math.min(max ?? Infinity, Math.max(min ?? -Infinity, Number(next.toPrecision(15))))
    if (!Number.isNaN(number)) set(number, shownFor(number))
  }
  return (
    <TextField
      {...props}
      // What is typed may leave out the currency, so an empty field shows it.
      placeholder={currency === undefined ? undefined : format.format(0)}
      inputMode={min !== undefined && min >= 0 ? 'decimal' : 'text'}
      autoComplete="off"
      value={typed.text}
      onChange={(event) => type(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => setTyped(Number.isNaN(value) ? typed : { text: shownFor(value), value })}
      className="tabular-nums"
    />
  )
}

import { useHydrated } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { TextField } from './field.tsx'
import { useField } from './form-context.ts'

type DateFieldProps = Omit<
  ComponentProps<typeof TextField>,
  'name' | 'value' | 'error' | 'onChange' | 'type' | 'end'
>

/** A day, `2026-01-31`, by the browser's own control, which works with every phone and screen reader. */
export function DateField(props: DateFieldProps) {
  const { value, onValueChange, ...field } = useField<string | null>()
  return (
    <TextField
      {...props}
      {...field}
      type="date"
      max="9999-12-31"
      value={value ?? ''}
      onChange={(event) => onValueChange(event.target.value || null)}
    />
  )
}

/** Date and time in the reader's zone, which only the browser knows. Its value is a `Date`. */
export function DateTimeField(props: DateFieldProps) {
  const { value, onValueChange, ...field } = useField<Date | null>()
  const inBrowser = useHydrated()
  return (
    <TextField
      {...props}
      {...field}
      type="datetime-local"
      max="9999-12-31T23:59"
      value={value && inBrowser ? localTime(value) : ''}
      onChange={(event) => onValueChange(event.target.value === '' ? null : new Date(event.target.value))}
    />
  )
}

/** `2026-01-31T14:30` in the zone of this browser. */
function localTime(at: Date): string {
  if (Number.isNaN(at.getTime())) return ''
  const digits = (part: number, length = 2) => String(part).padStart(length, '0')
  const day = [digits(at.getFullYear(), 4), digits(at.getMonth() + 1), digits(at.getDate())].join('-')
  return `${day}T${digits(at.getHours())}:${digits(at.getMinutes())}`
}

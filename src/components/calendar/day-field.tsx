import { CalendarDays } from 'lucide-react'
import { use, useRef, useState, type ComponentProps } from 'react'
import { TextField } from '#/components/form/field.tsx'
import { useField } from '#/components/form/form-context.ts'
import { FormLanguage, useFormTexts } from '#/components/form/form-texts.tsx'
import { Button } from '#/components/ui/button.tsx'
import { formatDate } from '#/lib/format-value.ts'
import { Calendar } from './calendar.tsx'
import { parseDay, type Day } from './days.ts'

type DayFieldProps = Pick<ComponentProps<typeof TextField>, 'label' | 'hint' | 'required'> & {
  today: Day
  /** The first day that the calendar offers; the schema checks what is typed. */
  min?: Day
}

/**
 * A day, typed as people write it or chosen in a calendar that opens below. Its value is `2026-01-31`, or
 * what was typed if that is no day.
 */
export function DayField({ today, min, ...props }: DayFieldProps) {
  const translate = useFormTexts()
  const language = use(FormLanguage)
  const { value, onValueChange, ...field } = useField<string>()
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const shownFor = (of: string) => (isDay(of) ? formatDate(of, language) : of)
  // Typing is followed by the value; any other change of the value replaces what was typed.
  const [typed, setTyped] = useState({ text: shownFor(value), value })
  if (typed.value !== value) setTyped({ text: shownFor(value), value })
  function type(text: string) {
    const next = parseDay(text, language) ?? text
    setTyped({ text, value: next })
    onValueChange(next)
  }
  function close() {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <div className="grid gap-2">
      <TextField
        {...props}
        {...field}
        autoComplete="off"
        value={typed.text}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setTyped({ text: shownFor(value), value })}
        end={
          <Button
            ref={opener}
            variant="ghost"
            size="icon-sm"
            aria-label={translate('calendar:open')}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <CalendarDays className="size-4" strokeWidth={1.75} aria-hidden="true" />
          </Button>
        }
      />
      {isOpen ? (
        <Calendar
          value={isDay(value) ? value : undefined}
          today={today}
          min={min}
          onSelect={(day) => {
            onValueChange(day)
            close()
          }}
          onClose={close}
        />
      ) : null}
    </div>
  )
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

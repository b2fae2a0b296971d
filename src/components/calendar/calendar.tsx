import { ChevronLeft, ChevronRight } from 'lucide-react'
import { use, useId, useLayoutEffect, useRef, useState } from 'react'
import { FormLanguage, useFormTexts } from '#/components/form/form-texts.tsx'
import { Button } from '#/components/ui/button.tsx'
import { cn } from '#/lib/cn.ts'
import { dateLocale } from '@plinth/core/format'
import { addDays, addMonths, firstWeekday, moved, weeksOf, type Day } from './days.ts'

type CalendarProps = {
  value: Day | undefined
  today: Day
  /** The first day that can be chosen. */
  min?: Day
  onSelect: (day: Day) => void
  onClose: () => void
}

/**
 * A month as a grid of days, by mouse, touch and keys: arrows, Home and End, Page Up and Page Down, with
 * Shift for a year. It takes the focus. Escape closes it.
 */
export function Calendar({ value, today, min = '', onSelect, onClose }: CalendarProps) {
  const translate = useFormTexts()
  const language = use(FormLanguage)
  const id = useId()
  const first = firstWeekday(language)
  const notBefore = (day: Day) => (day < min ? min : day)
  const [day, setDay] = useState(() => notBefore(value ?? today))
  const grid = useRef<HTMLTableElement>(null)
  const isKeyed = useRef(true)
  // The day of another month has just been drawn.
  useLayoutEffect(() => {
    if (isKeyed.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    isKeyed.current = false
  })
  const format = (of: Day, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(dateLocale(language), { ...options, timeZone: 'UTC' }).format(
      new Date(`${of}T00:00:00Z`),
    )
  const weeks = weeksOf(day, first)
  // Any week has all of its days' names: the first of January 2024 was a Monday.
  const weekdays = Array.from({ length: 7 }, (_, at) => addDays('2024-01-01', first - 1 + at))
  const turn = (months: number) => setDay(notBefore(addMonths(day, months)))
  const isFirst = day.slice(0, 7) <= min.slice(0, 7)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the controls in it
    <div
      className="grid gap-2 rounded-lg border border-border p-3 transition-opacity duration-180 starting:opacity-0"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onClose()
      }}
    >
      <div className="flex items-center justify-between gap-2">
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={translate('calendar:previous')}
          aria-disabled={isFirst}
          onClick={() => isFirst || turn(-1)}
          className="aria-disabled:opacity-50"
        >
          <ChevronLeft className="size-4" aria-hidden="true" />
        </Button>
        <p id={id} aria-live="polite" className="font-medium">
          {format(day, { month: 'long', year: 'numeric' })}
        </p>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={translate('calendar:next')}
          onClick={() => turn(1)}
        >
          <ChevronRight className="size-4" aria-hidden="true" />
        </Button>
      </div>
      <table
        ref={grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table of buttons
        role="grid"
        onKeyDown={(event) => {
          const next = moved(day, event, first)
          if (next === undefined) return
          event.preventDefault()
          isKeyed.current = true
          setDay(notBefore(next))
        }}
        aria-labelledby={id}
        className="w-full table-fixed text-center tabular-nums"
      >
        <thead>
          <tr>
            {weekdays.map((of) => (
              <th key={of} scope="col" className="h-8 text-sm font-medium text-muted-foreground">
                <span aria-hidden="true">{format(of, { weekday: 'short' }).slice(0, 2)}</span>
                <span className="sr-only">{format(of, { weekday: 'long' })}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, row) => (
            // oxlint-disable-next-line react/no-array-index-key -- the last ones may have no day
            <tr key={row} className="h-9 pointer-coarse:h-11">
              {week.map((of, at) =>
                of === undefined ? (
                  // oxlint-disable-next-line react/no-array-index-key, jsx-a11y/control-has-associated-label -- no day
                  <td key={at} />
                ) : (
                  <td key={of} aria-selected={of === value}>
                    <button
                      type="button"
                      tabIndex={of === day ? 0 : -1}
                      aria-label={format(of, { dateStyle: 'full' })}
                      aria-current={of === today ? 'date' : undefined}
                      aria-disabled={of < min}
                      onClick={() => of >= min && onSelect(of)}
                      className={cn(
                        'h-9 w-full cursor-pointer rounded-md hover:bg-accent aria-disabled:cursor-default aria-disabled:bg-transparent aria-disabled:opacity-40 pointer-coarse:h-11',
                        of === today && 'font-semibold text-link',
                        of === value && 'bg-primary text-primary-foreground hover:bg-primary',
                      )}
                    >
                      {Number(of.slice(8))}
                    </button>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

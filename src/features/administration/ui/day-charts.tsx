import { useId, useState } from 'react'
import { Panel } from '#/components/panel.tsx'
import { Button } from '#/components/ui/button.tsx'
import { cn } from '#/lib/cn.ts'
import { useI18n } from '@plinth/core/texts'
import { dateLocale } from '@plinth/core/format'
import type { Stats } from './users-queries.ts'

type Days = Stats['days']

const series = [
  { name: 'signUps', color: 'fill-chart-1' },
  { name: 'activity', color: 'fill-chart-1' },
  { name: 'mails', color: 'fill-chart-1' },
  { name: 'failures', color: 'fill-destructive' },
  { name: 'errors', color: 'fill-destructive' },
] as const
type Series = (typeof series)[number]

/** The last thirty days (UTC) as bar charts, with a table of the same numbers behind them. */
export function DayCharts({ days }: { days: Days }) {
  const { t } = useI18n()
  const [isTable, setTable] = useState(false)
  const titleId = useId()
  const tableId = useId()
  return (
    <Panel
      id={titleId}
      title={t('administration:chart.title')}
      aside={
        <Button
          variant="ghost"
          size="sm"
          className="-mr-3"
          aria-expanded={isTable}
          aria-controls={tableId}
          onClick={() => setTable(!isTable)}
        >
          {t(isTable ? 'administration:chart.asCharts' : 'administration:chart.asTable')}
        </Button>
      }
    >
      {isTable ? null : (
        <div className="grid gap-px bg-border xl:grid-cols-5">
          {series.map((one) => (
            <DayChart key={one.name} series={one} days={days} />
          ))}
        </div>
      )}
      {/* Screen readers get the numbers of the charts. */}
      <div
        id={tableId}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
        tabIndex={isTable ? 0 : undefined}
        className={isTable ? 'max-h-89 overflow-auto' : 'sr-only'}
      >
        <DayTable days={days} labelId={titleId} />
      </div>
    </Panel>
  )
}

// A day is one unit wide.
const HEIGHT = 100
const GAP = 0.14

function DayChart({ series: { name, color }, days }: { series: Series; days: Days }) {
  const { t } = useI18n()
  const { number, date } = useFormats()
  const most = Math.max(1, ...days.map((day) => day[name]))
  const total = days.reduce((sum, day) => sum + day[name], 0)
  const [first, last] = [days[0], days.at(-1)]
  return (
    <div
      aria-hidden="true"
      className="grid min-w-0 grid-cols-[minmax(0,8rem)_minmax(0,1fr)_2.5rem] items-center gap-x-3 gap-y-2 bg-card px-4 py-2 md:px-5 xl:grid-cols-[minmax(0,1fr)_auto] xl:grid-rows-[1fr_auto_1rem] xl:py-4"
    >
      <span className="text-sm text-muted-foreground xl:self-baseline">
        {t(`administration:chart.${name}`)}
      </span>
      <span className="text-right text-lg font-semibold tabular-nums max-xl:order-last xl:self-baseline">
        {number(total)}
      </span>
      <svg
        viewBox={`0 0 ${days.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={cn(
          'h-8 w-full border-b border-border [grid-area:1/2] xl:h-18 xl:[grid-area:2/1/auto/3]',
          total === 0 && 'border-transparent',
        )}
      >
        {days.map((day, at) => {
          // What happened at all is seen, however little it is beside the largest day.
          const height = day[name] === 0 ? 0 : Math.max(3, (day[name] / most) * HEIGHT)
          return (
            <g key={day.day} className="group">
              <title>{[date(day.day), number(day[name])].join(': ')}</title>
              {/* The whole column reacts to the pointer, however small its bar. */}
              <rect x={at} width={1} height={HEIGHT} className="fill-transparent group-hover:fill-muted" />
              <rect
                x={at + GAP}
                width={1 - 2 * GAP}
                y={HEIGHT - height}
                height={height}
                className={`${color} forced-color-adjust-none`}
              />
            </g>
          )
        })}
      </svg>
      {total === 0 ? (
        <p className="pointer-events-none text-xs text-muted-foreground [grid-area:1/2] xl:justify-self-center xl:[grid-area:2/1/auto/3]">
          {t('administration:chart.none')}
        </p>
      ) : (
        <p className="col-span-2 flex justify-between text-xs text-muted-foreground max-xl:hidden">
          <span>{first ? date(first.day) : null}</span>
          <span>{last ? date(last.day) : null}</span>
        </p>
      )}
    </div>
  )
}

function DayTable({ days, labelId }: { days: Days; labelId: string }) {
  const { t } = useI18n()
  const { number, date } = useFormats()
  return (
    <table aria-labelledby={labelId} className="w-full text-right tabular-nums">
      <thead className="sticky top-0 bg-muted text-xs font-medium text-muted-foreground">
        <tr className="h-9">
          <th scope="col" className="pl-4 text-left font-medium md:pl-5">
            {t('administration:chart.day')}
          </th>
          {series.map(({ name }) => (
            <th key={name} scope="col" className="px-2 font-medium last:pr-5">
              {t(`administration:chart.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-border">
        {days.toReversed().map((day) => (
          <tr key={day.day} className="h-9">
            <th scope="row" className="pl-4 text-left font-normal md:pl-5 whitespace-nowrap">
              {date(day.day)}
            </th>
            {series.map(({ name }) => (
              <td key={name} className="px-2 last:pr-5">
                {number(day[name])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function useFormats() {
  const { language } = useI18n()
  const numbers = new Intl.NumberFormat(language)
  const dates = new Intl.DateTimeFormat(dateLocale(language), {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  return {
    number: (value: number) => numbers.format(value),
    date: (day: string) => dates.format(new Date(`${day}T00:00:00Z`)),
  }
}

import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { segmentClass, segmentItemClass } from '#/components/segment.ts'
import { useI18n } from '@plinth/core/texts'
import { amountOf, currencies as all, planNamed, planNames, type PlanName } from '../offers.ts'
import { intervals, limitNames, type Interval, type Plan } from '../plan.ts'
import { formatMoney } from './format-money.ts'

export type Choice = { currency: string; interval: Interval }

type PlanCardsProps = {
  choice: Choice
  onChoose: (choice: Choice) => void
  /** Those that can be chosen; by default all. */
  currencies?: readonly string[]
  /** What plans limit of the installed features. */
  limits: readonly string[]
  /** The button of a plan. */
  renderAction: (plan: PlanName) => ReactNode
  /** Marked as the one that the workspace has. */
  current?: string
  /** The level of the plans' headings. */
  Heading: 'h2' | 'h3'
}

/** All plans with their prices, by currency and period. */
export function PlanCards({
  choice,
  currencies = all,
  onChoose,
  limits,
  renderAction,
  current,
  Heading,
}: PlanCardsProps) {
  const { t } = useI18n()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap gap-3">
        <div role="group" aria-label={t('billing:plans.period')} className={segmentClass}>
          {intervals.map((interval) => (
            <button
              key={interval}
              type="button"
              aria-pressed={interval === choice.interval}
              className={segmentItemClass}
              onClick={() => onChoose({ ...choice, interval })}
            >
              {t(`billing:plans.${interval}`)}
            </button>
          ))}
        </div>
        {currencies.length > 1 ? (
          <div role="group" aria-label={t('billing:plans.currency')} className={segmentClass}>
            {currencies.map((currency) => (
              <button
                key={currency}
                type="button"
                aria-pressed={currency === choice.currency}
                className={segmentItemClass}
                onClick={() => onChoose({ ...choice, currency })}
              >
                {currency.toUpperCase()}
              </button>
            ))}
          </div>
        ) : null}
      </div>
      <ul className="grid grid-cols-[minmax(0,1fr)] items-stretch gap-4 lg:grid-cols-[repeat(auto-fit,minmax(14rem,1fr))]">
        {planNames.map((name) => (
          <li
            key={name}
            aria-current={name === current ? 'true' : undefined}
            className="flex flex-col gap-5 rounded-xl border border-border bg-card p-5 aria-[current]:border-brand md:p-6"
          >
            <div className="grid gap-1">
              <Heading className="text-lg font-semibold">{planNamed(name)?.name}</Heading>
              <Price name={name} choice={choice} />
            </div>
            <Included plan={planNamed(name)} limits={limits} />
            <div className="mt-auto flex flex-wrap *:grow">{renderAction(name)}</div>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Price({ name, choice: { currency, interval } }: { name: PlanName; choice: Choice }) {
  const { t, language } = useI18n()
  const amount = amountOf(name, currency, interval) ?? 0
  const { isPerSeat, trialDays, prices } = planNamed(name) ?? {}
  const unit = isPerSeat ? t(`billing:perSeat.${interval}`) : t(`billing:flat.${interval}`)
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-3xl font-semibold tracking-[-0.02em] tabular-nums">
          {formatMoney(amount, currency, language)}
        </span>
        {prices ? <span className="text-sm text-muted-foreground">{unit}</span> : null}
      </p>
      <p className="min-h-5 text-sm text-muted-foreground max-lg:empty:hidden">
        {trialDays ? t('billing:plans.trial', { count: trialDays }) : null}
      </p>
    </>
  )
}

/** What a plan allows and includes, as lines. */
function Included({ plan, limits }: { plan: Plan | undefined; limits: readonly string[] }) {
  const { t, language } = useI18n()
  if (!plan) return null
  const number = new Intl.NumberFormat(language)
  const lines = [
    ...limitNames
      .filter((limit) => limits.includes(limit))
      .map((limit) => {
        const max = plan.limits[limit]
        return max === undefined
          ? t(`billing:unlimited.${limit}`)
          : t(`billing:limits.${limit}`, { max: number.format(max) })
      }),
    ...plan.features.map((feature) => t(`billing:features.${feature}`)),
  ]
  return (
    <ul className="grid gap-2 text-sm">
      {lines.map((line) => (
        <li key={line} className="flex gap-2">
          <Check className="mt-0.5 size-4 shrink-0 text-success-text" aria-hidden="true" />
          {line}
        </li>
      ))}
    </ul>
  )
}

import { useId, useState } from 'react'
import { FilterChips } from '#/components/data-table/filter-chips.tsx'
import { ButtonSelect } from '#/components/form/button-select.tsx'
import { SearchField } from '#/components/form/search-field.tsx'
import { takeEarlyInput } from '#/components/form/type-into.ts'
import { useDelayedText } from '#/components/form/use-delayed-text.ts'
import { PhoneFilters } from '#/components/data-table/phone-filters.tsx'
import { useTranslate } from '@plinth/core/texts'
import { AUDIT_WORDS_MAX_LENGTH, type AuditSearch } from './audit-search.ts'
import { useEntryWords } from './entry-words.ts'

/** Clears all filters. */
export const nothingAsked: AuditSearch = {
  q: undefined,
  actor: undefined,
  target: undefined,
  action: undefined,
  from: undefined,
  to: undefined,
}

const dayClass =
  'h-9 max-w-full rounded-lg border border-field bg-card px-2 text-base text-foreground pointer-coarse:h-11'

type AuditFiltersProps = {
  search: AuditSearch
  onNarrow: (change: AuditSearch) => void
  /** The name of a user in the loaded entries. */
  nameOf: (id: string) => string | undefined
}

/** The filters of the log: user, action, period. */
export function AuditFilters({ search, onNarrow, nameOf }: AuditFiltersProps) {
  const t = useTranslate()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 max-sm:-order-1 max-sm:flex-1 sm:w-64">
          <SearchField
            label={t('audit-log:filter.search')}
            clearLabel={t('audit-log:filter.clearSearch')}
            value={search.q ?? ''}
            maxLength={AUDIT_WORDS_MAX_LENGTH}
            onSearch={(text) => onNarrow({ q: text || undefined })}
          />
        </div>
        <PhoneFilters
          label={t('audit-log:filter.more')}
          count={[search.action, search.from, search.to].filter((one) => one !== undefined).length}
        >
          <ActionChoice value={search.action} onChoose={(action) => onNarrow({ action })} />
          <PeriodChoice search={search} onNarrow={onNarrow} />
        </PhoneFilters>
      </div>
      <Chips search={search} onNarrow={onNarrow} nameOf={nameOf} />
    </div>
  )
}

type ChoiceProps = { value: string | undefined; onChoose: (value: string | undefined) => void }

function ActionChoice({ value = '', onChoose }: ChoiceProps) {
  const t = useTranslate()
  const words = useEntryWords()
  return (
    <ButtonSelect
      aria-label={t('audit-log:filter.action')}
      className="sm:w-52"
      value={value}
      onChange={(event) => onChoose(event.target.value || undefined)}
    >
      <option value="">{t('audit-log:filter.anyAction')}</option>
      {words.groups().map(({ noun, label, actions }) => (
        <optgroup key={noun} label={label}>
          <option value={noun}>{t('audit-log:filter.allOf', { noun: label })}</option>
          {actions.map((action) => (
            <option key={action} value={action}>
              {words.action(action)}
            </option>
          ))}
        </optgroup>
      ))}
    </ButtonSelect>
  )
}

const DAY_MS = 86_400_000
/** In days, today included. */
const periods = ['1', '7', '30'] as const
const firstDayOf = (period: string) =>
  new Date(Date.now() - (Number(period) - 1) * DAY_MS).toISOString().slice(0, 10)

type Days = Pick<AuditSearch, 'from' | 'to'>
const daysOf = ({ from = '', to = '' }: Days) => `${from}/${to}`

/** The last days, or any two in UTC. */
function PeriodChoice({ search: { from, to }, onNarrow }: Pick<AuditFiltersProps, 'search' | 'onNarrow'>) {
  const t = useTranslate()
  const [isCustom, setCustom] = useState(false)
  const days = daysOf({ from, to })
  const [shown, setShown] = useState(days)
  const [asked, setAsked] = useState(days)
  // Cleared, or replaced by a link.
  if (shown !== days) {
    setShown(days)
    if (days !== asked) setCustom(false)
  }
  const period = to === undefined ? periods.find((one) => firstDayOf(one) === from) : undefined
  const isAnyTime = from === undefined && to === undefined
  const value = isCustom ? 'custom' : isAnyTime ? '' : (period ?? 'custom')
  function ask(change: Days) {
    setAsked(daysOf({ from, to, ...change }))
    onNarrow(change)
  }
  function choose(chosen: string) {
    setCustom(chosen === 'custom')
    if (chosen !== 'custom') ask({ from: chosen ? firstDayOf(chosen) : undefined, to: undefined })
  }
  function chooseDay(change: Days) {
    // While a date is typed it may be empty, or the first of the last days.
    setCustom(true)
    ask(change)
  }
  return (
    <>
      <ButtonSelect
        aria-label={t('audit-log:filter.period')}
        value={value}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">{t('audit-log:filter.anyTime')}</option>
        {periods.map((count) => (
          <option key={count} value={count}>
            {t(`audit-log:filter.last${count}`)}
          </option>
        ))}
        <option value="custom">{t('audit-log:filter.custom')}</option>
      </ButtonSelect>
      {value === 'custom' ? (
        <>
          <DayField
            label={t('audit-log:filter.from')}
            value={from}
            onChoose={(day) => chooseDay({ from: day })}
          />
          <DayField label={t('audit-log:filter.to')} value={to} onChoose={(day) => chooseDay({ to: day })} />
        </>
      ) : null}
    </>
  )
}

function DayField({ label, value = '', onChoose }: ChoiceProps & { label: string }) {
  const id = useId()
  // A date that is being typed is empty in between.
  const { text, change } = useDelayedText(value, (day) => onChoose(day || undefined))
  return (
    <span className="flex min-w-0 items-center gap-1.5 max-sm:col-span-full">
      <label htmlFor={id} className="text-sm text-muted-foreground max-sm:w-20 max-sm:shrink-0">
        {label}
      </label>
      <input
        id={id}
        ref={takeEarlyInput}
        type="date"
        className={`${dayClass} min-w-0 max-sm:flex-1`}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
    </span>
  )
}

function Chips({ search, onNarrow, nameOf }: AuditFiltersProps) {
  const t = useTranslate()
  const userNameOf = (id: string) => nameOf(id) ?? t('audit-log:filter.somebody')
  const chips = [
    ...(search.actor === undefined
      ? []
      : [
          {
            key: 'actor',
            text: t('audit-log:filter.byOne', { name: userNameOf(search.actor) }),
            change: { actor: undefined },
          },
        ]),
    ...(search.target === undefined
      ? []
      : [
          {
            key: 'target',
            text: t('audit-log:filter.toOne', { name: userNameOf(search.target) }),
            change: { target: undefined },
          },
        ]),
  ]
  if (Object.keys(search).length === 0) return null
  return (
    <FilterChips
      chips={chips}
      words={{
        chosen: t('audit-log:filter.chosen'),
        remove: (filter) => t('audit-log:filter.remove', { filter }),
        clear: t('audit-log:filter.clear'),
      }}
      nothing={nothingAsked}
      onNarrow={onNarrow}
    />
  )
}

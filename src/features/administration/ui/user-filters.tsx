import { Download } from 'lucide-react'
import { FilterChips } from '#/components/filter-chips.tsx'
import { SearchField } from '#/components/form/search-field.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { exportAddress, orderOf } from './users-request.ts'
import {
  USERS_SEARCH_MAX_LENGTH,
  type SortDirection,
  type UsersSearch,
  type UserSort,
} from './users-search.ts'

const selectClass =
  'h-9 max-w-full cursor-pointer max-sm:flex-1 rounded-lg border border-input bg-card px-2 text-base text-foreground hover:bg-accent pointer-coarse:h-11'

type UserFiltersProps = { search: UsersSearch; onNarrow: (change: UsersSearch) => void }

/**
 * The filters of the user table: search, role, ban, verified address, each with a removable chip. Also links
 * to the export.
 */
export function UserFilters({ search, onNarrow }: UserFiltersProps) {
  const t = useTranslate()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <div className="w-full sm:w-72">
          <SearchField
            label={t('administration:filter.search')}
            clearLabel={t('administration:filter.clearSearch')}
            value={search.q ?? ''}
            maxLength={USERS_SEARCH_MAX_LENGTH}
            onSearch={(text) => onNarrow({ q: text || undefined })}
          />
        </div>
        <Choice
          label={t('administration:filter.role')}
          value={search.role}
          options={{ admin: t('administration:role.admin'), user: t('administration:role.user') }}
          onChoose={(role) => onNarrow({ role })}
        />
        <Choice
          label={t('administration:filter.status')}
          value={wordOf(search.banned)}
          options={{ yes: t('administration:filter.banned'), no: t('administration:filter.notBanned') }}
          onChoose={(word) => onNarrow({ banned: flagOf(word) })}
        />
        <Choice
          label={t('administration:filter.address')}
          value={wordOf(search.verified)}
          options={{ yes: t('administration:filter.verified'), no: t('administration:filter.notVerified') }}
          onChoose={(word) => onNarrow({ verified: flagOf(word) })}
        />
        <OrderOfPhone search={search} onNarrow={onNarrow} />
        <a
          href={exportAddress(search)}
          className={buttonVariants({ variant: 'outline', className: 'max-sm:w-full sm:ml-auto' })}
        >
          <Download className="size-4" aria-hidden="true" />
          {t('administration:filter.export')}
        </a>
      </div>
      <Chips search={search} onNarrow={onNarrow} />
    </div>
  )
}

const wordOf = (flag: boolean | undefined) => (flag === undefined ? undefined : flag ? 'yes' : 'no')
const flagOf = (word: 'yes' | 'no' | undefined) => (word === undefined ? undefined : word === 'yes')

type ChoiceProps<Value extends string> = {
  /** Labels the control, and is its placeholder. */
  label: string
  value: Value | undefined
  options: Record<Value, string>
  onChoose: (value: Value | undefined) => void
}

function Choice<Value extends string>({ label, value, options, onChoose }: ChoiceProps<Value>) {
  const values = Object.keys(options) as Value[]
  return (
    <select
      aria-label={label}
      className={selectClass}
      value={value ?? ''}
      onChange={(event) => onChoose(values.find((known) => known === event.target.value))}
    >
      <option value="">{label}</option>
      {values.map((known) => (
        <option key={known} value={known}>
          {options[known]}
        </option>
      ))}
    </select>
  )
}

const orders: readonly { sort: UserSort; direction: SortDirection }[] = (
  ['createdAt', 'name', 'email'] as const
).flatMap((sort) =>
  (sort === 'createdAt' ? (['desc', 'asc'] as const) : (['asc', 'desc'] as const)).map((direction) => ({
    sort,
    direction,
  })),
)

/** Sorting on phones, where the column headers are hidden. */
function OrderOfPhone({ search, onNarrow }: UserFiltersProps) {
  const t = useTranslate()
  const { sort, direction } = orderOf(search)
  return (
    <select
      aria-label={t('administration:filter.order')}
      className={`${selectClass} md:hidden`}
      value={`${sort}.${direction}`}
      onChange={(event) => {
        const order = orders[event.target.selectedIndex]
        if (order) onNarrow(order)
      }}
    >
      {orders.map((order) => (
        <option key={`${order.sort}.${order.direction}`} value={`${order.sort}.${order.direction}`}>
          {t(`administration:order.${order.sort}.${order.direction}`)}
        </option>
      ))}
    </select>
  )
}

function Chips({ search, onNarrow }: UserFiltersProps) {
  const t = useTranslate()
  const chips = [
    search.role && {
      key: 'role',
      text: t(`administration:role.${search.role}`),
      change: { role: undefined },
    },
    search.banned !== undefined && {
      key: 'banned',
      text: search.banned ? t('administration:filter.banned') : t('administration:filter.notBanned'),
      change: { banned: undefined },
    },
    search.verified !== undefined && {
      key: 'verified',
      text: search.verified ? t('administration:filter.verified') : t('administration:filter.notVerified'),
      change: { verified: undefined },
    },
  ].filter((chip) => typeof chip === 'object')
  if (chips.length === 0) return null
  return (
    <FilterChips
      chips={chips}
      words={{
        chosen: t('administration:filter.chosen'),
        remove: (filter) => t('administration:filter.remove', { filter }),
        clear: t('administration:filter.clear'),
      }}
      nothing={nothingChosen}
      onNarrow={onNarrow}
    />
  )
}

/** Clears all filters. */
export const nothingChosen: UsersSearch = {
  q: undefined,
  role: undefined,
  banned: undefined,
  verified: undefined,
}

import { Download, Ellipsis, ListChecks, X } from 'lucide-react'
import { ButtonSelect } from '#/components/form/button-select.tsx'
import { SearchField } from '#/components/form/search-field.tsx'
import { PhoneFilters } from '#/components/data-table/phone-filters.tsx'
import { MenuButton } from '#/components/menu-button.tsx'
import { Button, buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '@plinth/core/texts'
import { exportAddress, orderOf } from './users-request.ts'
import {
  USERS_SEARCH_MAX_LENGTH,
  type SortDirection,
  type UsersSearch,
  type UserSort,
} from './users-search.ts'

type UserFiltersProps = { search: UsersSearch; onNarrow: (change: UsersSearch) => void }
type ToolbarProps = UserFiltersProps & {
  /** On phones, which have no header with a checkbox. */
  onSelect: () => void
}

/** The filters of the user table: search, role, ban, verified address. Also links to the export. */
export function UserFilters({ search, onNarrow, onSelect }: ToolbarProps) {
  const t = useTranslate()
  const isFiltered = Object.keys(nothingChosen).some(
    (name) => search[name as keyof UsersSearch] !== undefined,
  )
  return (
    <div className="flex flex-wrap items-center gap-2">
      {/* It makes room for the button that clears: another line would move the table away from a click. */}
      <div className="min-w-0 flex-1 max-sm:-order-1 sm:max-w-70 sm:basis-32">
        <SearchField
          label={t('administration:filter.search')}
          clearLabel={t('administration:filter.clearSearch')}
          value={search.q ?? ''}
          maxLength={USERS_SEARCH_MAX_LENGTH}
          onSearch={(text) => onNarrow({ q: text || undefined })}
        />
      </div>
      <PhoneFilters
        isIcon
        label={t('administration:filter.more')}
        count={[search.role, search.banned, search.verified].filter((one) => one !== undefined).length}
      >
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
        {isFiltered ? (
          <Button variant="ghost" onClick={() => onNarrow(nothingChosen)}>
            <X className="size-4" aria-hidden="true" />
            {t('administration:filter.clear')}
          </Button>
        ) : null}
        <OrderOfPhone search={search} onNarrow={onNarrow} />
      </PhoneFilters>
      <Button
        variant="outline"
        className="max-sm:-order-1 max-sm:px-3.5 max-[24rem]:hidden md:hidden"
        title={t('administration:selection.start')}
        onClick={onSelect}
      >
        <ListChecks className="size-4" aria-hidden="true" />
        <span className="max-sm:sr-only">{t('administration:selection.start')}</span>
      </Button>
      <a
        href={exportAddress(search)}
        title={t('administration:filter.export')}
        className={buttonVariants({
          variant: 'outline',
          className: 'max-sm:-order-1 max-xl:px-3.5 max-[24rem]:hidden md:ml-auto',
        })}
      >
        <Download className="size-4" aria-hidden="true" />
        <span className="max-xl:sr-only">{t('administration:filter.export')}</span>
      </a>
      {/* Both, on the narrowest phones. */}
      <MenuButton
        aria-label={t('administration:table.actions')}
        menuLabel={t('administration:table.actions')}
        align="end"
        groups={[
          {
            key: 'acts',
            entries: [
              {
                key: 'select',
                label: t('administration:selection.start'),
                Icon: ListChecks,
                onSelect,
              },
              {
                key: 'export',
                label: t('administration:filter.export'),
                Icon: Download,
                onSelect: () => location.assign(exportAddress(search)),
              },
            ],
          },
        ]}
        className={buttonVariants({ variant: 'outline', className: '-order-1 px-3.5 min-[24rem]:hidden' })}
      >
        <Ellipsis className="size-4" aria-hidden="true" />
      </MenuButton>
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
    <ButtonSelect
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChoose(values.find((known) => known === event.target.value))}
    >
      <option value="">{label}</option>
      {values.map((known) => (
        <option key={known} value={known}>
          {options[known]}
        </option>
      ))}
    </ButtonSelect>
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
    <ButtonSelect
      aria-label={t('administration:filter.order')}
      className="md:hidden"
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
    </ButtonSelect>
  )
}

/** Clears all filters. */
export const nothingChosen: UsersSearch = {
  q: undefined,
  role: undefined,
  banned: undefined,
  verified: undefined,
}

import { SEARCH_MAX_LENGTH } from '@plinth/core/schema'
import { ButtonSelect } from '../form/button-select.tsx'
import { useFormTexts } from '../form/form-texts.tsx'
import { ReferenceFilter } from '../form/reference-filter.tsx'
import { SearchField } from '../form/search-field.tsx'
import type { RowColumn, RowsSearch } from './row-column.ts'

type Narrow = (change: Partial<RowsSearch>) => void

type RowFiltersProps<Row> = {
  label: string
  columns: readonly RowColumn<Row>[]
  sorts: readonly string[]
  search: RowsSearch
  onChange: Narrow
}

/** What narrows and orders a list of rows: its search, its filters and, on phones, its order. */
export function RowFilters<Row>({ label, columns, sorts, search, onChange }: RowFiltersProps<Row>) {
  const translate = useFormTexts()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="min-w-48 flex-1">
        <SearchField
          label={label}
          clearLabel={translate('rows:clearSearch')}
          value={search.q ?? ''}
          maxLength={SEARCH_MAX_LENGTH}
          onSearch={(text) => onChange({ q: text || undefined })}
        />
      </div>
      {columns.map((column) => (
        <Filter
          key={column.key}
          column={column}
          value={search[column.key]}
          onChange={(value) => onChange({ [column.key]: value })}
        />
      ))}
      <SortSelect columns={columns} sorts={sorts} sort={search.sort} onSort={(sort) => onChange({ sort })} />
    </div>
  )
}

type Value = string | boolean | undefined
type FilterProps<Row> = { column: RowColumn<Row>; value: Value; onChange: (value: Value) => void }

function Filter<Row>({ column, value, onChange }: FilterProps<Row>) {
  const { label, references, isYesNo } = column
  const translate = useFormTexts()
  const any = translate('rows:any', { field: label })
  const options = isYesNo
    ? [
        { value: true, label: `${label}: ${translate('rows:yes')}` },
        { value: false, label: `${label}: ${translate('rows:no')}` },
      ]
    : column.options
  if (references)
    return (
      <ReferenceFilter
        {...references}
        label={label}
        placeholder={any}
        value={value === undefined ? undefined : String(value)}
        onValueChange={onChange}
      />
    )
  if (!options) return null
  return (
    <ButtonSelect
      aria-label={label}
      value={String(value ?? '')}
      onChange={({ target }) => onChange(options.find((one) => String(one.value) === target.value)?.value)}
    >
      <option value="">{any}</option>
      {options.map((one) => (
        <option key={String(one.value)} value={String(one.value)}>
          {one.label}
        </option>
      ))}
    </ButtonSelect>
  )
}

type SortSelectProps<Row> = {
  columns: readonly RowColumn<Row>[]
  sorts: readonly string[]
  sort: string | undefined
  onSort: (sort: string) => void
}

/** The orders for phones, whose tables have no headers. */
function SortSelect<Row>({ columns, sorts, sort = '-createdAt', onSort }: SortSelectProps<Row>) {
  const translate = useFormTexts()
  const sorted = columns.filter(({ key }) => sorts.includes(key))
  const named = [{ key: 'createdAt', label: translate('rows:createdAt') }, ...sorted]
  const orders = named.flatMap(({ key, label }) => [
    [`-${key}`, `${label} ↓`] as const,
    [key, `${label} ↑`] as const,
  ])
  return (
    <ButtonSelect
      aria-label={translate('rows:sort')}
      value={sort}
      onChange={(event) => onSort(event.target.value)}
      className="md:hidden"
    >
      {orders.map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </ButtonSelect>
  )
}

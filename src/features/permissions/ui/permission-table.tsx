import { Check, SearchX, X } from 'lucide-react'
import { useState } from 'react'
import { TableFooter } from '#/components/data-table/data-table-parts.tsx'
import { DataTable, type Column } from '#/components/data-table/data-table.tsx'
import { EmptyState } from '#/components/empty-state.tsx'
import { ButtonSelect } from '#/components/form/button-select.tsx'
import { SearchField } from '#/components/form/search-field.tsx'
import { Button } from '#/components/ui/button.tsx'
import { type AccessRule, useMay } from '@plinth/core/access'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import { isSideRole } from '#/roles.ts'
import { Part } from './part.tsx'

/** One rule for each kind of user, shown until the reader asks for all. */
const samplesOf = (rules: readonly AccessRule[]) =>
  [...new Map(rules.toReversed().map((rule) => [rule.allow.join(), rule])).values()].toSorted((a, b) =>
    a.action.localeCompare(b.action, 'en'),
  )

const SEARCH_MAX_LENGTH = 60
/** `account` of `account.export`. */
const areaOf = (action: string) => action.slice(0, action.lastIndexOf('.'))

/** The access rules of the application, from the table that server and pages evaluate. */
export function PermissionTable({ rules }: { rules: readonly AccessRule[] }) {
  const t = useTranslate()
  const [isWhole, setWhole] = useState(false)
  const [search, setSearch] = useState('')
  const [area, setArea] = useState('')
  const isNarrowed = search !== '' || area !== ''
  const shown = isNarrowed
    ? rules.filter(
        ({ action }) =>
          action.toLowerCase().includes(search.toLowerCase()) && (area === '' || areaOf(action) === area),
      )
    : isWhole
      ? rules
      : samplesOf(rules)
  const areas = [...new Set(rules.map(({ action }) => areaOf(action)))].toSorted()
  const columns: Column<AccessRule>[] = [
    {
      key: 'action',
      head: t('permissions:table.action'),
      minWidth: 'md:min-w-52 xl:min-w-66',
      renderCell: ({ action }) => (
        <code className="font-mono text-sm font-medium wrap-anywhere">{action}</code>
      ),
    },
    {
      key: 'who',
      head: t('permissions:table.who'),
      onPhone: 'below',
      renderCell: (rule) => <Who rule={rule} />,
    },
    {
      key: 'you',
      head: t('permissions:table.you'),
      onPhone: 'end',
      renderCell: (rule) => <You rule={rule} />,
    },
  ]
  return (
    <Part id="permission-table" title={t('permissions:table.title')} text={t('permissions:table.text')}>
      <div className="flex flex-wrap gap-2">
        <div className="min-w-0 max-sm:flex-1 sm:w-70">
          <SearchField
            label={t('permissions:table.search')}
            clearLabel={t('permissions:table.clear')}
            value={search}
            maxLength={SEARCH_MAX_LENGTH}
            onSearch={setSearch}
          />
        </div>
        <ButtonSelect
          aria-label={t('permissions:table.area')}
          value={area}
          onChange={(event) => setArea(event.target.value)}
        >
          <option value="">{t('permissions:table.allAreas')}</option>
          {areas.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </ButtonSelect>
      </div>
      {shown.length === 0 ? (
        <EmptyState
          media={<SearchX className="size-6" aria-hidden="true" />}
          title={t('permissions:table.none')}
          action={
            <Button
              variant="outline"
              onClick={() => {
                setSearch('')
                setArea('')
              }}
            >
              {t('permissions:table.clear')}
            </Button>
          }
        />
      ) : (
        <DataTable
          label={t('permissions:table.title')}
          columns={columns}
          rows={shown}
          rowKey={({ action }) => action}
          footer={
            <TableFooter>
              <p>{t('permissions:table.count', { shown: shown.length, count: rules.length })}</p>
              {isNarrowed ? null : (
                <Button variant="outline" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
                  {t(isWhole ? 'permissions:table.less' : 'permissions:table.all')}
                </Button>
              )}
            </TableFooter>
          }
        />
      )}
    </Part>
  )
}

const textOf = (subject: AccessRule['allow'][number]) =>
  (isSideRole(subject)
    ? `roles:${subject as string}.name`
    : `permissions:subject.${subject}`) as TranslationKey

function Who({ rule: { allow, unless } }: { rule: AccessRule }) {
  const t = useTranslate()
  return (
    <span className="block text-muted-foreground first-letter:uppercase">
      {allow.map((subject) => t(textOf(subject))).join(', ')}
      {unless ? ` (${unless.map((condition) => t(`permissions:condition.${condition}`)).join(', ')})` : null}
    </span>
  )
}

function You({ rule }: { rule: AccessRule }) {
  const t = useTranslate()
  const isAllowed = useMay(rule)
  const isForAll = useMay(rule, { createdById: null })
  const Mark = isAllowed ? Check : X
  return (
    <span
      className={`flex items-center gap-1.5 whitespace-nowrap ${isAllowed ? '' : 'text-muted-foreground'}`}
    >
      <Mark className={`size-4 shrink-0 ${isAllowed ? 'text-success-text' : ''}`} aria-hidden="true" />
      {/* On phones the mark says it; only the answer between yes and no needs its words. */}
      <span className={isAllowed && !isForAll ? undefined : 'max-md:sr-only'}>
        {t(
          isAllowed
            ? isForAll
              ? 'permissions:table.yes'
              : 'permissions:table.depends'
            : 'permissions:table.no',
        )}
      </span>
    </span>
  )
}

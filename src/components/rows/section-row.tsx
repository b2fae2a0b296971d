import { Pencil, Trash2 } from 'lucide-react'
import { use, useId } from 'react'
import { RowMenu } from '../data-table/row-menu.tsx'
import { FormLanguage, useFormTexts } from '../form/form-texts.tsx'
import type { MenuEntry } from '../menu-button.tsx'
import { TimeAgo } from '../time-ago.tsx'
import type { RowColumn, ShownRow } from './row-column.ts'
import type { RowProcedures } from './row-procedures.ts'
import { useDeleteRow } from './use-delete-row.ts'

export type SectionRowProps<Row> = {
  rows: Pick<RowProcedures<never>, 'pathFilter' | 'delete' | 'restore'>
  row: Row
  columns: readonly RowColumn<Row>[]
  onEdit: () => void
}

/** A row in a section: its first field, the others below, who wrote it, and a menu for who may change it. */
export function SectionRow<Row extends ShownRow>({
  rows,
  row,
  columns,
  onEdit,
  mayUpdate = false,
  mayDelete = false,
}: SectionRowProps<Row> & { mayUpdate?: boolean; mayDelete?: boolean }) {
  const translate = useFormTexts()
  const language = use(FormLanguage)
  const remove = useDeleteRow({ rows, id: row.id })
  const id = useId()
  const [title, ...others] = columns
  const shown = others
    .map((column) => ({ ...column, value: column.show(row) }))
    .filter(({ value }) => Boolean(value))
  const entries: MenuEntry[] = [
    ...(mayUpdate ? [{ key: 'edit', label: translate('rows:edit'), Icon: Pencil, onSelect: onEdit }] : []),
    ...(mayDelete
      ? [
          {
            key: 'delete',
            label: translate('rows:delete'),
            Icon: Trash2,
            isDangerous: true,
            onSelect: remove,
          },
        ]
      : []),
  ]
  return (
    <article aria-labelledby={id} className="flex items-start gap-3 px-4 py-3 md:px-5">
      <div className="grid min-w-0 flex-1 gap-1.5">
        <div id={id} className="wrap-anywhere whitespace-pre-line">
          {title?.show(row)}
        </div>
        {shown.length > 0 ? (
          <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
            {shown.map(({ key, label, value }) => (
              <div key={key} className="flex min-w-0 gap-1.5">
                <dt className="shrink-0 text-muted-foreground">{label}</dt>
                <dd className="min-w-0 wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        <p className="text-sm text-muted-foreground">
          {row.createdBy?.name ?? translate('rows:former')}
          {' · '}
          <TimeAgo at={row.createdAt} language={language} />
        </p>
      </div>
      {entries.length > 0 ? (
        <div className="-mt-1 -mr-2 shrink-0">
          <RowMenu of={id} groups={[{ key: 'actions', entries }]} />
        </div>
      ) : null}
    </article>
  )
}

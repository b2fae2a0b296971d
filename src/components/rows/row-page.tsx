import { useNavigate, useRouter } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide-react'
import { use, useState, type ReactNode } from 'react'
import { FormLanguage, useFormTexts } from '../form/form-texts.tsx'
import { TimeAgo } from '../time-ago.tsx'
import { Button } from '../ui/button.tsx'
import { useIsOn } from '../use-is-on.ts'
import { EditRow } from './edit-row.tsx'
import type { RowColumn, ShownRow } from './row-column.ts'
import type { RowFormOf, RowProcedures } from './row-procedures.ts'
import { useDeleteRow } from './use-delete-row.ts'

type RowPageProps<Fields, Row> = {
  rows: RowProcedures<Fields>
  row: Row
  columns: readonly RowColumn<Row>[]
  /** What is shown of bodies instead of their texts. */
  bodies?: Partial<Record<keyof Row, ReactNode>>
  /** The path of the list; this page is below it. */
  list: string
}

/** One row, with edit and delete for users who may. */
export function RowPage<Fields, Row extends ShownRow>({
  isEditing,
  Form,
  mayDelete,
  ...props
}: RowPageProps<Fields, Row> & {
  /** Whether the form is open, from the search param `edit`. */
  isEditing?: boolean | undefined
  /** For users who may update the row. */
  Form?: RowFormOf<Fields, Row> | false
  mayDelete?: boolean
}) {
  const { rows, row, list } = props
  const translate = useFormTexts()
  const navigate = useNavigate()
  const { history } = useRouter()
  const path = `${list}/${row.id}`
  const isHere = useIsOn(path)
  const remove = useDeleteRow({ rows, id: row.id, list })
  // Undefined until the form was opened by the button here.
  const [opened, setOpened] = useState<'open' | 'closed'>()
  const show = (edit: true | undefined) =>
    void navigate({ to: path, search: (edit ? { edit } : {}) as never, replace: !edit })
  const open = () => {
    setOpened('open')
    show(true)
  }
  const close = () => {
    if (!isHere()) return
    setOpened('closed')
    // Leaves the form's history entry, so that Back leads to the list.
    if (opened === 'open') history.back()
    else show(undefined)
  }
  if (Form && isEditing) {
    const [title] = props.columns
    const named = String((row as Record<string, unknown>)[title?.key ?? ''])
    return (
      <EditRow {...props} title={translate('rows:editOf', { title: named })} Form={Form} onDone={close} />
    )
  }
  return (
    <Shown
      {...props}
      actions={
        <RowActions
          focusEdit={opened === 'closed'}
          onEdit={Form ? open : undefined}
          onDelete={mayDelete ? remove : undefined}
        />
      }
    />
  )
}

type ShownProps<Fields, Row> = RowPageProps<Fields, Row> & { actions: ReactNode }

function Shown<Fields, Row extends ShownRow>({ row, columns, bodies, actions }: ShownProps<Fields, Row>) {
  const translate = useFormTexts()
  const language = use(FormLanguage)
  const [title, ...others] = columns
  return (
    <article className="grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
      <header className="grid gap-3 border-b border-border pb-5">
        <h1 className="text-2xl/8 font-semibold wrap-anywhere">{title?.show(row)}</h1>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p className="min-w-40 flex-1 text-muted-foreground">
            <span className="mr-2 font-medium text-foreground">
              {row.createdBy?.name ?? translate('rows:former')}
            </span>
            <TimeAgo at={row.createdAt} language={language} />
          </p>
          {actions}
        </div>
      </header>
      <dl className="grid gap-4 sm:grid-cols-2">
        {others.map(({ key, label, show: valueOf, isBody }) => (
          <div key={key} className={`grid min-w-0 content-start gap-0.5 ${isBody ? 'sm:col-span-2' : ''}`}>
            <dt className="text-sm text-muted-foreground">{label}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">{bodies?.[key] ?? (valueOf(row) || '–')}</dd>
          </div>
        ))}
      </dl>
    </article>
  )
}

type RowActionsProps = {
  /** Returns the focus after the form is closed. */
  focusEdit: boolean
  onEdit: (() => void) | undefined
  onDelete: (() => void) | undefined
}

function RowActions({ focusEdit, onEdit, onDelete }: RowActionsProps) {
  const translate = useFormTexts()
  return (
    <>
      {onEdit ? (
        <Button variant="outline" size="sm" autoFocus={focusEdit} onClick={onEdit}>
          <Pencil className="size-3.5" aria-hidden="true" />
          {translate('rows:edit')}
        </Button>
      ) : null}
      {onDelete ? (
        <Button
          variant="ghost"
          size="icon"
          aria-label={translate('rows:delete')}
          title={translate('rows:delete')}
          onClick={onDelete}
          className="-my-0.5 text-muted-foreground hover:text-destructive-text pointer-coarse:w-11"
        >
          <Trash2 className="size-4" strokeWidth={1.75} aria-hidden="true" />
        </Button>
      ) : null}
    </>
  )
}

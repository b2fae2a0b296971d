import { useNavigate, useRouter } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide-react'
import { use, useState, type ReactNode } from 'react'
import { FormLanguage, useFormTexts } from '../form/form-texts.tsx'
import { TimeAgo } from '../time-ago.tsx'
import { Button } from '../ui/button.tsx'
import { useIsOn } from '../use-is-on.ts'
import type { RowColumn, ShownRow } from './row-column.ts'

type RowPageProps<Row> = {
  row: Row
  columns: readonly RowColumn<Row>[]
  /** The path of this page. */
  path: string
  /** Whether the form is open, from the search param `edit`. */
  isEditing: boolean | undefined
  /** The form, for users who may update the row; `close` leaves it. */
  renderForm?: ((close: () => void) => ReactNode) | false
  /** For users who may delete it. */
  onDelete?: (() => void) | false
}

/** One row, with its actions for users who may, or its form. */
export function RowPage<Row extends ShownRow>(props: RowPageProps<Row>) {
  const { row, columns, path, isEditing, renderForm, onDelete } = props
  const navigate = useNavigate()
  const { history } = useRouter()
  const isHere = useIsOn(path)
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
  const [title, ...others] = columns
  if (renderForm && isEditing) return renderForm(close)
  return (
    <article className="grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
      <header className="grid gap-3 border-b border-border pb-5">
        <h1 className="text-2xl/8 font-semibold wrap-anywhere">{title?.show(row)}</h1>
        <RowLine
          row={row}
          focusEdit={opened === 'closed'}
          onEdit={renderForm ? open : undefined}
          onDelete={onDelete || undefined}
        />
      </header>
      <dl className="grid gap-4 sm:grid-cols-2">
        {others.map(({ key, label, show: valueOf, isBody }) => (
          <div key={key} className={`grid min-w-0 content-start gap-0.5 ${isBody ? 'sm:col-span-2' : ''}`}>
            <dt className="text-sm text-muted-foreground">{label}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">{valueOf(row) || '–'}</dd>
          </div>
        ))}
      </dl>
    </article>
  )
}

type RowLineProps = {
  row: ShownRow
  /** Returns the focus after the form is closed. */
  focusEdit: boolean
  onEdit: (() => void) | undefined
  onDelete: (() => void) | undefined
}

/** Who created a row and when, and its actions. */
function RowLine({ row: { createdBy, createdAt }, focusEdit, onEdit, onDelete }: RowLineProps) {
  const translate = useFormTexts()
  const language = use(FormLanguage)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="min-w-40 flex-1 text-muted-foreground">
        <span className="mr-2 font-medium text-foreground">
          {createdBy?.name ?? translate('rows:former')}
        </span>
        <TimeAgo at={createdAt} language={language} />
      </p>
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
    </div>
  )
}

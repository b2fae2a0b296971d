import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { z } from 'zod'
import { failureOf } from '@plinth/core/page'
import { FormConflict } from '../conflict/form-conflict.tsx'
import { useConflict, type ConflictState } from '../conflict/use-conflict.ts'
import { FormFrame, showServerErrors, useAppForm, type FieldComponents } from '../form/app-form.tsx'
import { useFormTexts } from '../form/form-texts.tsx'
import { showFailure, showToast } from '../toast.ts'
import { Button } from '../ui/button.tsx'
import { useIsOn } from '../use-is-on.ts'
import type { ShownRow } from './row-column.ts'
import type { RowFormProps } from './row-procedures.ts'

type Field<Values> = (props: {
  name: keyof Values & string
  children: (field: FieldComponents) => ReactNode
}) => ReactNode

type Props<Schema extends z.ZodObject, Row extends ShownRow> = RowFormProps<z.output<Schema>, Row> & {
  schema: Schema
  children: (Field: Field<z.input<Schema>>) => ReactNode
}

type AnyValues = Record<string, unknown>

const pick = (values: object, names: readonly string[]): AnyValues =>
  Object.fromEntries(names.map((name) => [name, (values as AnyValues)[name]]))

/** The form of a new or an existing row. A change by somebody else shows, and neither input is lost. */
export function RowForm<Schema extends z.ZodObject, Row extends ShownRow>({
  title,
  isPart = false,
  draft,
  schema,
  initial,
  edited,
  queries,
  onSubmit,
  onDone,
  onCancel = onDone,
  children,
}: Props<Schema, Row>) {
  const translate = useFormTexts()
  const client = useQueryClient()
  // A row that is fetched again while it is edited does not change the input.
  const [values] = useState(() => pick(initial, Object.keys(schema.shape)))
  const { pathname } = useLocation()
  const isHere = useIsOn(pathname)
  const [sent, setSent] = useState({ input: '', id: '' })
  const conflict = useConflict(edited?.row.updatedAt ?? new Date(0))
  const rules: z.ZodObject = schema
  const form = useAppForm({
    defaultValues: values,
    validators: { onSubmit: rules },
    onSubmit: async ({ value }) => {
      const input = JSON.stringify(value)
      const id = input === sent.input ? sent.id : crypto.randomUUID()
      setSent({ input, id })
      try {
        await onSubmit(schema.parse(value), { id, basedOn: edited && conflict.version.get() })
      } catch (error) {
        if (edited) void client.invalidateQueries(queries)
        const { code, params, fields } = failureOf(error)
        if (edited && params.field === 'basedOn') return conflict.refuse()
        // What is refused when it is written names its field.
        const left = showServerErrors(form, fields ?? { [String(params.field)]: code })
        return left.length > 0 ? showFailure(error, translate) : undefined
      }
      void showToast('success', translate(edited ? 'rows:saved' : 'rows:created'))
      await client.invalidateQueries(queries)
      if (isHere()) onDone()
    },
  })
  return (
    <div className="grid w-full max-w-3xl gap-6">
      {isPart ? null : <h1 className="text-2xl font-semibold">{title}</h1>}
      <FormFrame form={form} draft={draft} aria-label={title} className="grid gap-4">
        {children(form.AppField as unknown as Field<z.input<Schema>>)}
        {edited ? <Changes form={form} conflict={conflict} {...edited} /> : null}
        <div className="flex flex-wrap gap-2">
          <form.Submit pendingLabel={translate(edited ? 'rows:saving' : 'rows:creating')}>
            {translate(edited ? 'rows:save' : 'rows:create')}
          </form.Submit>
          <Button variant="ghost" onClick={onCancel}>
            {translate('rows:cancel')}
          </Button>
        </div>
      </FormFrame>
    </div>
  )
}

type ChangesProps<Row extends ShownRow> = {
  form: Parameters<typeof FormConflict>[0]['form']
  conflict: ConflictState
} & NonNullable<RowFormProps<unknown, Row>['edited']>

/** What somebody else saves meanwhile. */
function Changes<Row extends ShownRow>({ form, conflict, row, columns, askWho }: ChangesProps<Row>) {
  return (
    <FormConflict<Row>
      form={form}
      conflict={conflict}
      saved={row}
      savedAt={row.updatedAt}
      fields={columns.map(({ key, label, show, isPointer }) => ({
        name: key,
        label,
        // Of what was chosen here only the id is known.
        show: (shown) => (isPointer && shown[key] !== row[key] ? undefined : show({ ...row, ...shown })),
      }))}
      askWho={askWho}
    />
  )
}

import { useMutation, useQueryClient, type QueryExecuteOptions } from '@tanstack/react-query'
import type { Person } from '../conflict/use-conflict.ts'
import type { RowColumn, ShownRow } from './row-column.ts'
import { runOf, type RowFormOf, type RowFormProps, type RowProcedures } from './row-procedures.ts'

type EditRowProps<Fields, Row extends ShownRow> = Pick<
  RowFormProps<Fields, Row>,
  'title' | 'isPart' | 'onDone'
> & {
  rows: RowProcedures<Fields, never>
  row: Row
  columns: readonly RowColumn<Row>[]
  /** The path of the page that it belongs to, which names its draft. */
  list: string
  Form: RowFormOf<Fields, Row>
}

/** The form of an existing row. */
export function EditRow<Fields, Row extends ShownRow>(props: EditRowProps<Fields, Row>) {
  const { rows, row, columns, list, Form, ...form } = props
  const { id } = row
  const queries = useQueryClient()
  const update = useMutation(runOf(rows.update))
  const askWho = () => {
    const editor = rows.editor?.queryOptions({ id }) as QueryExecuteOptions<Person>
    return queries.query({ ...editor, staleTime: 0 })
  }
  return (
    <Form
      {...form}
      draft={`${list} ${id}`}
      initial={row}
      edited={{ row, columns, askWho }}
      queries={rows.pathFilter()}
      onSubmit={(fields, { basedOn }) => update.mutateAsync({ ...fields, id, basedOn })}
    />
  )
}

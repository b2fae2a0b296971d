import { useMutation } from '@tanstack/react-query'
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import type { ShownRow } from './row-column.ts'
import { runOf, type RowFormOf, type RowProcedures } from './row-procedures.ts'

type NewRowProps<Fields, Row extends ShownRow> = {
  rows: RowProcedures<Fields>
  title: string
  /** The path of the list. */
  list: string
  /** The empty form. */
  initial: object
  Form: RowFormOf<Fields, Row>
}

/** The page of a new row, which leads back to the list. */
export function NewRow<Fields, Row extends ShownRow>(props: NewRowProps<Fields, Row>) {
  const { rows, title, list, initial, Form } = props
  const navigate = useNavigate()
  const { history } = useRouter()
  const canGoBack = useCanGoBack()
  const toList = () => void navigate({ to: list, replace: true })
  const create = useMutation(runOf(rows.create))
  return (
    <Form
      title={title}
      draft={`${list} new`}
      initial={initial}
      queries={rows.pathFilter()}
      onSubmit={(fields, { id }) => create.mutateAsync({ ...fields, id })}
      onDone={toList}
      onCancel={() => (canGoBack ? history.back() : toList())}
    />
  )
}

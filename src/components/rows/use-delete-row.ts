import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useFormTexts } from '../form/form-texts.tsx'
import { showFailure, showToast } from '../toast.ts'
import { useIsOn } from '../use-is-on.ts'
import { runOf, type RowProcedures } from './row-procedures.ts'

type Deletion = {
  rows: Pick<RowProcedures<never>, 'pathFilter' | 'get' | 'delete' | 'restore'>
  id: string
  /** The path of the list, if the row has a page below it. */
  list?: string
}

/**
 * Returns what deletes a row and offers to undo it. A user who is still on the row's page gets to the list. A
 * second call while it is being deleted does nothing.
 */
export function useDeleteRow({ rows, id, list }: Deletion): () => void {
  const translate = useFormTexts()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const isHere = useIsOn(`${list}/${id}`)
  const onError = (error: unknown) => void showFailure(error, translate)
  const refresh = () => queries.invalidateQueries(rows.pathFilter())
  const restoration = useMutation({
    ...runOf(rows.restore),
    onError,
    onSuccess: async () => {
      void showToast('success', translate('rows:restored'))
      await refresh()
    },
  })
  const deletion = useMutation({
    ...runOf(rows.delete),
    onError,
    onSuccess: async () => {
      void showToast('success', translate('rows:deleted'), {
        label: translate('rows:undo'),
        run: () => restoration.mutate({ id }),
      })
      if (list !== undefined && isHere()) await navigate({ to: list })
      if (rows.get) queries.removeQueries(rows.get.queryFilter({ id }))
      await refresh()
    },
  })
  return () => {
    if (!deletion.isPending) deletion.mutate({ id })
  }
}

import {
  useMutation,
  useQueryClient,
  type QueryFilters,
  type UseMutationOptions,
} from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useFormTexts } from '../form/form-texts.tsx'
import { showFailure, showToast } from '../toast.ts'
import { useIsOn } from '../use-is-on.ts'

type Change<Answer, Failure> = UseMutationOptions<Answer, Failure, { id: string }>

type Deletion<Deleted, Restored, Failure> = {
  id: string
  remove: Change<Deleted, Failure>
  restore: Change<Restored, Failure>
  /** The queries of the row's own page, and of all rows. */
  queries: { one: QueryFilters; all: QueryFilters }
  /** The paths of the row's page and of the list. */
  path: string
  list: string
}

/**
 * Returns what deletes a row and offers to undo it. A user who is still on the row's page gets to the list. A
 * second call while it is being deleted does nothing.
 */
export function useDeleteRow<Deleted, Restored, Failure>({
  id,
  remove,
  restore,
  queries: { one, all },
  path,
  list,
}: Deletion<Deleted, Restored, Failure>): () => void {
  const translate = useFormTexts()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const isHere = useIsOn(path)
  const onError = (error: Failure) => void showFailure(error, translate)
  const restoration = useMutation({
    ...restore,
    onError,
    onSuccess: async () => {
      void showToast('success', translate('rows:restored'))
      await queries.invalidateQueries(all)
    },
  })
  const deletion = useMutation({
    ...remove,
    onError,
    onSuccess: async () => {
      void showToast('success', translate('rows:deleted'), {
        label: translate('rows:undo'),
        run: () => restoration.mutate({ id }),
      })
      if (isHere()) await navigate({ to: list })
      queries.removeQueries(one)
      await queries.invalidateQueries(all)
    },
  })
  return () => {
    if (!deletion.isPending) deletion.mutate({ id })
  }
}

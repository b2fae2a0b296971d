import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showToast } from '#/components/toast.ts'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { failureOf } from '#/core/trpc/failure.ts'
import { useTRPC } from '#/core/trpc/react.tsx'

/**
 * Indexing a document anew and deleting it; a refusal is said in a toast. `remove` answers whether it is
 * gone.
 */
export function useDocumentActs(id: string) {
  const t = useTranslate()
  const trpc = useTRPC()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries(trpc.documents.pathFilter())
  const onError = (error: unknown) => {
    const { code, params } = failureOf(error)
    void showToast('error', t(code as TranslationKey, params))
  }
  const again = useMutation(trpc.documents.reindex.mutationOptions({ onSuccess: refresh, onError }))
  const remove = useMutation(trpc.documents.delete.mutationOptions({ onSuccess: refresh, onError }))
  return {
    reindex: () => again.mutate({ id }),
    remove: () =>
      remove.mutateAsync({ id }).then(
        () => true,
        () => false,
      ),
  }
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showFailure, showToast } from '#/components/toast.ts'
import { useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'

/**
 * Deletes a post and offers to undo it. `leave` takes a user who is still there off the post's own page. A
 * second call while it is being deleted does nothing.
 */
export function useDeletePost(
  id: string,
  leave?: () => Promise<void>,
): { deletePost: () => void; deleting: boolean } {
  const t = useTranslate()
  const trpc = useTRPC()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries(trpc.posts.pathFilter())
  const fail = (error: unknown) => {
    void showFailure(error, t)
  }
  const restorePost = useMutation(
    trpc.posts.restore.mutationOptions({
      onSuccess: async () => {
        void showToast('success', t('posts:delete.undone'))
        await refresh()
      },
      onError: fail,
    }),
  )
  const { mutate, isPending } = useMutation(
    trpc.posts.delete.mutationOptions({
      onSuccess: async () => {
        void showToast('success', t('posts:delete.done'), {
          label: t('posts:delete.undo'),
          run: () => restorePost.mutate({ id }),
        })
        await leave?.()
        queries.removeQueries(trpc.posts.show.queryFilter({ id }))
        await refresh()
      },
      onError: fail,
    }),
  )
  return { deletePost: () => isPending || mutate({ id }), deleting: isPending }
}

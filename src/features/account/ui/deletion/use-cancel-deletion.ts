import { useMutation } from '@tanstack/react-query'
import { showFailure, showToast } from '#/components/toast.ts'
import { useRefreshViewer } from '@plinth/core/auth'
import { useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'

/** Cancels the deletion of the user's account and refreshes the page. */
export function useCancelDeletion() {
  const t = useTranslate()
  const trpc = useTRPC()
  const refresh = useRefreshViewer()
  const canceling = useMutation(
    trpc.account.cancelDeletion.mutationOptions({
      onSuccess: async () => {
        void showToast('success', t('account:deletion.canceled'))
        await refresh()
      },
      onError: (error) => {
        void showFailure(error, t)
      },
    }),
  )
  return { isPending: canceling.isPending, cancel: () => canceling.isPending || canceling.mutate() }
}

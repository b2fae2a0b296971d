import { useMutation } from '@tanstack/react-query'
import { showToast } from '#/components/toast.ts'
import { useRefreshViewer } from '#/core/auth/refresh-viewer.tsx'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { failureOf } from '#/core/trpc/failure.ts'
import { useTRPC } from '#/core/trpc/react.tsx'

/** Takes the deletion of the own account back, says so, and brings the page up to date. */
export function useKeepAccount() {
  const t = useTranslate()
  const trpc = useTRPC()
  const refresh = useRefreshViewer()
  const keeping = useMutation(
    trpc.account.keep.mutationOptions({
      onSuccess: async () => {
        void showToast('success', t('account:end.kept'))
        await refresh()
      },
      onError: (error) => {
        const { code, params } = failureOf(error)
        void showToast('error', t(code as TranslationKey, params))
      },
    }),
  )
  return { isPending: keeping.isPending, keep: () => keeping.isPending || keeping.mutate() }
}

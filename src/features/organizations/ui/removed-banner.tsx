import { useMutation, useQuery } from '@tanstack/react-query'
import { showFailure } from '#/components/toast.ts'
import { Button } from '#/components/ui/button.tsx'
import { useRefreshViewer } from '@plinth/core/auth'
import { useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'

/** Shown above every page after somebody has ended the membership of the workspace, until it is read. */
export function RemovedBanner() {
  const t = useTranslate()
  const trpc = useTRPC()
  const refresh = useRefreshViewer()
  const { data } = useQuery(trpc.organizations.removal.queryOptions())
  const setActive = useMutation(trpc.organizations.setActive.mutationOptions())
  const dismiss = () =>
    refresh({
      first: () => setActive.mutateAsync({ id: null }).catch((error: unknown) => showFailure(error, t)),
    })
  if (!data) return null
  const { organization, by } = data
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-warning-border bg-warning-muted px-4 py-2 text-warning-text"
    >
      <span className="min-w-60 flex-1">
        {by === null
          ? t('organizations:removal.text', { organization })
          : t('organizations:removal.by', { name: by, organization })}
      </span>
      <Button
        variant="ghost"
        size="sm"
        className="hover:bg-warning-border/30 max-sm:-ml-3"
        aria-disabled={setActive.isPending}
        onClick={() => void dismiss()}
      >
        {t('organizations:removal.read')}
      </Button>
    </div>
  )
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { LoadState } from '#/components/load-state.tsx'
import { SettingsSection } from '#/components/settings-section.tsx'
import { dismissToast } from '#/components/dismiss-toasts.ts'
import { showFailure, showToast } from '#/components/toast.ts'
import { Alert } from '#/components/ui/alert.tsx'
import { Button, buttonVariants } from '#/components/ui/button.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { useMay } from '@plinth/core/access'
import { useI18n, useTranslate } from '@plinth/core/texts'
import { type RouterOutput, stateOf, useTRPC } from '@plinth/core/client'
import { formatSize } from '#/lib/format-size.ts'
import { formatMoment } from '@plinth/core/format'
import { accountAccess } from '#/features/account/account.access.ts'

/** Only while an export runs. */
const POLL_MS = 2_000

const toast = { id: 'account-export' }

type Latest = RouterOutput['account']['latestExport']

/** A copy of all the user's data: requested, created in the background, available for a day. */
export function ExportSection() {
  const t = useTranslate()
  const trpc = useTRPC()
  const isOwn = useMay(accountAccess.export)
  const query = useQuery(
    trpc.account.latestExport.queryOptions(undefined, {
      enabled: isOwn,
      refetchInterval: ({ state }) => state.data?.status === 'running' && POLL_MS,
    }),
  )
  useExportToast(query.data?.status)
  if (!isOwn) return null
  return (
    <SettingsSection
      title={t('account:export.title')}
      text={t('account:export.text')}
      action={
        query.data === undefined || query.data?.status === 'running' ? null : (
          <Start isFirst={query.data === null} />
        )
      }
    >
      {query.isPending ? null : (
        <LoadState {...stateOf(query)} skeleton={null}>
          {(latest) => (
            <div aria-live="polite" className="empty:hidden">
              <State latest={latest} />
            </div>
          )}
        </LoadState>
      )}
    </SettingsSection>
  )
}

/** Shows progress while an export runs and its outcome when it ends. */
function useExportToast(status: NonNullable<Latest>['status'] | undefined) {
  const t = useTranslate()
  const isRunning = useRef(false)
  useEffect(() => {
    if (status === 'running') void showToast('loading', t('account:export.running'), toast)
    else if (isRunning.current && status === 'ready')
      void showToast('success', t('account:export.done'), toast)
    else if (isRunning.current) void showToast('error', t('account:export.failed'), toast)
    isRunning.current = status === 'running'
  }, [status, t])
  useEffect(
    () => () => {
      if (isRunning.current) void dismissToast(toast.id)
    },
    [],
  )
}

function State({ latest }: { latest: Latest }) {
  const { t, language } = useI18n()
  switch (latest?.status) {
    case undefined:
      return null
    case 'running':
      return (
        <p className="flex items-start gap-2.5">
          <Spinner /> {t('account:export.running')}
        </p>
      )
    case 'ready':
      return (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p>
            {t('account:export.ready', {
              until: latest.expiresAt ? formatMoment(latest.expiresAt, language) : '',
            })}
          </p>
          <a href={`/api/account/export/${latest.id}`} className={buttonVariants({ size: 'sm' })}>
            <Download className="size-4" aria-hidden="true" />
            {t('account:export.download', { size: formatSize(latest.sizeBytes ?? 0, language) })}
          </a>
        </div>
      )
    case 'failed':
      return <Alert variant="destructive">{t('account:export.failed')}</Alert>
    case 'expired':
      return <p className="text-muted-foreground">{t('account:export.expired')}</p>
  }
}

function Start({ isFirst }: { isFirst: boolean }) {
  const t = useTranslate()
  const trpc = useTRPC()
  const queries = useQueryClient()
  const start = useMutation(
    trpc.account.export.mutationOptions({
      onSuccess: (latest) => queries.setQueryData(trpc.account.latestExport.queryKey(), latest),
      onError: (error) => {
        void showFailure(error, t)
      },
    }),
  )
  return (
    <Button
      variant="outline"
      size="sm"
      aria-disabled={start.isPending}
      onClick={() => start.isPending || start.mutate()}
    >
      {start.isPending
        ? t('account:export.starting')
        : isFirst
          ? t('account:export.start')
          : t('account:export.again')}
    </Button>
  )
}

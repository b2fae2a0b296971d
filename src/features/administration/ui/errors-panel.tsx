import { useMutation, useQuery } from '@tanstack/react-query'
import { Check, Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { TimeAgo } from '#/components/time-ago.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useCopy } from '#/components/use-copy.ts'
import { useI18n, useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { ShortList, ShortListRow } from './short-list.tsx'
import { useAdminAct } from './use-admin-act.ts'
import { adminErrors, type ListedError } from './users-queries.ts'

/** Unresolved errors of the server, grouped by kind. */
export function ErrorsPanel() {
  const t = useTranslate()
  const [isWhole, setWhole] = useState(false)
  return (
    <ShortList
      id="errors"
      title={t('administration:errors.title')}
      empty={t('administration:errors.empty')}
      query={useQuery(adminErrors(useTRPC(), isWhole))}
      onMore={() => setWhole(true)}
    >
      {(error) => <ErrorRow key={error.fingerprint} error={error} />}
    </ShortList>
  )
}

function ErrorRow({ error }: { error: ListedError }) {
  const { t, language } = useI18n()
  const { run } = useAdminAct('administration:errors.gone')
  const copy = useCopy()
  const titleId = useId()
  const { mutateAsync: resolve, isPending } = useMutation(useTRPC().admin.errors.resolve.mutationOptions())
  const { fingerprint, name, message, place, frame, amount, lastAt, lastRequestId } = error
  const actions = (
    <Button
      variant="outline"
      size="sm"
      aria-describedby={titleId}
      aria-disabled={isPending}
      onClick={() => isPending || void run('resolve', () => resolve({ fingerprint }))}
    >
      <Check className="size-4" aria-hidden="true" />
      {t('administration:errors.resolve')}
    </Button>
  )
  return (
    <ShortListRow actions={actions}>
      <p id={titleId}>
        <span className="font-medium">{name || t('administration:errors.other')}</span>{' '}
        {name ? message : t('administration:errors.otherText')}
      </p>
      <p className="font-mono text-xs text-muted-foreground">
        {[place, frame].filter((part) => part !== null).join(' · ')}
      </p>
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted-foreground">
        <span className="tabular-nums">{t('administration:errors.count', { count: amount })}</span>
        <span aria-hidden="true">·</span>
        <TimeAgo at={lastAt} language={language} />
        {lastRequestId === null ? null : (
          <Button
            variant="ghost"
            size="xs"
            className="font-mono font-normal"
            aria-label={t('administration:errors.copyId', { id: lastRequestId })}
            onClick={() => void copy(lastRequestId)}
          >
            {lastRequestId}
            <Copy className="size-3.5" aria-hidden="true" />
          </Button>
        )}
      </p>
    </ShortListRow>
  )
}

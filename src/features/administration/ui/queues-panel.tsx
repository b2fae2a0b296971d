import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { TimeAgo } from '#/components/time-ago.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useConfirm } from '#/components/dialog/use-confirm.tsx'
import { useI18n, useSectionNames, useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { ShortList, ShortListRow } from './short-list.tsx'
import { useAdminAct } from './use-admin-act.ts'
import { adminQueues, type Queued } from './users-queries.ts'

/** Emails and jobs that failed for good or wait. */
export function QueuesPanel() {
  const t = useTranslate()
  const trpc = useTRPC()
  const [isWhole, setWhole] = useState(false)
  const { run } = useAdminAct('administration:queues.gone')
  const { ask, dialog } = useConfirm()
  const jobName = useSectionNames('jobs')
  const { mutateAsync: discard } = useMutation(trpc.admin.queues.discard.mutationOptions())

  const confirmDiscard = (queued: Queued) =>
    ask({
      ...(queued.kind === 'mail'
        ? {
            title: t('administration:queues.discardMail.title'),
            text: t('administration:queues.discardMail.text', { to: queued.to }),
            confirmLabel: t('administration:queues.discardMail.submit'),
          }
        : {
            title: t('administration:queues.discardJob.title'),
            text: t('administration:queues.discardJob.text', { name: jobName(queued.name) }),
            confirmLabel: t('administration:queues.discardJob.submit'),
          }),
      pendingLabel: t('administration:queues.pending'),
      onConfirm: async () => {
        const wrong = await run('discard', () => discard(inputOf(queued)))
        return wrong === undefined || wrong.isOver
      },
    })

  return (
    <>
      <ShortList
        id="queues"
        title={t('administration:queues.title')}
        empty={t('administration:queues.empty')}
        query={useQuery(adminQueues(trpc, isWhole))}
        onMore={() => setWhole(true)}
      >
        {(queued) => <QueuedRow key={queued.id} queued={queued} onDiscard={() => confirmDiscard(queued)} />}
      </ShortList>
      {dialog}
    </>
  )
}

const inputOf = (queued: Queued) =>
  queued.kind === 'mail'
    ? { kind: queued.kind, id: queued.id }
    : { kind: queued.kind, id: queued.id, name: queued.name }

function QueuedRow({ queued, onDiscard }: { queued: Queued; onDiscard: () => void }) {
  const { t, language } = useI18n()
  const { run } = useAdminAct('administration:queues.gone')
  const jobName = useSectionNames('jobs')
  const mailName = useSectionNames('mailNames')
  const titleId = useId()
  const { mutateAsync: retry, isPending } = useMutation(useTRPC().admin.queues.retry.mutationOptions())
  const { kind, isFailed, attempts, at } = queued
  const isExpired = kind === 'mail' && queued.isExpired
  const state = isExpired ? 'expired' : isFailed ? 'failed' : 'waiting'
  // One that has not been tried yet is about to be.
  const canRetry = !isExpired && (isFailed || attempts > 0)
  const actions = (
    <>
      {canRetry ? (
        <Button
          variant="outline"
          size="sm"
          aria-describedby={titleId}
          aria-disabled={isPending}
          onClick={() => isPending || void run('retry', () => retry(inputOf(queued)))}
        >
          {t('administration:queues.retry')}
        </Button>
      ) : null}
      <Button variant="outline" size="sm" aria-describedby={titleId} onClick={onDiscard}>
        {t('administration:queues.discard')}
      </Button>
    </>
  )
  return (
    <ShortListRow actions={actions}>
      <p id={titleId} className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <span title={kind === 'mail' ? queued.template : queued.name} className="font-medium">
          {kind === 'mail' ? mailName(queued.template) : jobName(queued.name)}
        </span>
        <Badge variant={isFailed ? 'destructive' : 'secondary'}>{t(`administration:queues.${state}`)}</Badge>
        {kind === 'mail' ? <span className="text-muted-foreground">{queued.to}</span> : null}
      </p>
      {kind === 'mail' && queued.lastError !== null ? (
        <p className="text-sm text-muted-foreground">{queued.lastError}</p>
      ) : null}
      <p className="flex flex-wrap gap-x-2 text-sm text-muted-foreground">
        {attempts > 0 ? (
          <>
            <span className="tabular-nums">{t('administration:queues.attempts', { count: attempts })}</span>
            <span aria-hidden="true">·</span>
          </>
        ) : null}
        <TimeAgo at={at} language={language} />
      </p>
    </ShortListRow>
  )
}

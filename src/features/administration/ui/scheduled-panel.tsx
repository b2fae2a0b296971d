import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { TimeAgo } from '#/components/time-ago.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useI18n, useSectionNames, useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { cadenceOf } from './cadence.ts'
import { ShortList, ShortListRow } from './short-list.tsx'
import { useAdminAct } from './use-admin-act.ts'
import { adminScheduled, type Scheduled } from './users-queries.ts'

const ZONE = 'UTC'

/** Jobs that run by the clock, when they last did, and how that ended. */
export function ScheduledPanel() {
  const t = useTranslate()
  const [isWhole, setWhole] = useState(false)
  return (
    <ShortList
      id="scheduled"
      title={t('administration:scheduled.title')}
      empty={t('administration:scheduled.empty')}
      query={useQuery(adminScheduled(useTRPC(), isWhole))}
      onMore={() => setWhole(true)}
    >
      {(job) => <ScheduledRow key={job.name} job={job} />}
    </ShortList>
  )
}

function ScheduledRow({ job: { name, cron, last } }: { job: Scheduled }) {
  const { t, language } = useI18n()
  const { run } = useAdminAct('administration:scheduled.gone')
  const jobName = useSectionNames('jobs')
  const titleId = useId()
  const cadence = cadenceOf(cron)
  const schedule = [cron, ZONE].join(' ')
  const { mutateAsync: start, isPending } = useMutation(useTRPC().admin.queues.run.mutationOptions())
  const actions = (
    <Button
      variant="outline"
      size="sm"
      aria-describedby={titleId}
      aria-disabled={isPending}
      onClick={() => isPending || void run('run', () => start({ name }))}
    >
      {t('administration:scheduled.run')}
    </Button>
  )
  return (
    <ShortListRow actions={actions} isShort>
      <p id={titleId} className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <span title={name} className="font-medium">
          {jobName(name)}
        </span>
        {last && last.state !== 'done' ? (
          <Badge variant={last.state === 'failed' ? 'destructive' : 'secondary'}>
            {t(`administration:scheduled.${last.state}`)}
          </Badge>
        ) : null}
      </p>
      <p className="flex flex-wrap gap-x-2 text-sm text-muted-foreground">
        {cadence ? (
          <span title={schedule}>{t(`administration:scheduled.${cadence.key}`, cadence.params)}</span>
        ) : (
          <span className="font-mono text-xs leading-5">{schedule}</span>
        )}
        <span aria-hidden="true">·</span>
        {last ? <TimeAgo at={last.at} language={language} /> : t('administration:scheduled.never')}
      </p>
    </ShortListRow>
  )
}

import { Panel } from '#/components/panel.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { useSectionNames } from '#/core/i18n/section-names.ts'
import type { Stats } from './users-queries.ts'

/** How much waits, runs or has failed in each queue; nothing while all are empty. */
export function BusyJobs({ jobs }: Pick<Stats, 'jobs'>) {
  const t = useTranslate()
  const jobName = useSectionNames('jobs')
  const busy = jobs.filter(({ waiting, running, failed }) => waiting + running + failed > 0)
  if (busy.length === 0) return null
  return (
    <Panel id="busy-jobs" title={t('administration:health.jobs')}>
      <ul className="divide-y divide-border">
        {busy.map(({ name, waiting, running, failed }) => (
          <li
            key={name}
            className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 px-4 py-2 md:px-5"
          >
            <span title={name}>{jobName(name)}</span>
            <span
              className={`text-sm tabular-nums ${failed > 0 ? 'text-destructive-text' : 'text-muted-foreground'}`}
            >
              {[
                waiting > 0 && t('administration:health.waiting', { count: waiting }),
                running > 0 && t('administration:health.running', { count: running }),
                failed > 0 && t('administration:figures.failed', { count: failed }),
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

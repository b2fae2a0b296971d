import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { LoadState, Skeletons } from '#/components/load-state.tsx'
import { Page } from '#/components/page.tsx'
import { useSectionNames, useTranslate } from '@plinth/core/texts'
import { stateOf, useTRPC } from '@plinth/core/client'
import { CreateUser } from './create-user.tsx'
import { DayCharts } from './day-charts.tsx'
import { ErrorsPanel } from './errors-panel.tsx'
import { Figures } from './figures.tsx'
import { HealthPanel } from './health-panel.tsx'
import { NewestUsers } from './newest-users.tsx'
import { QueuesPanel } from './queues-panel.tsx'
import { ScheduledPanel } from './scheduled-panel.tsx'
import { UserActsContext } from './user-acts.ts'
import { useUserActs } from './use-user-acts.tsx'
import { adminStats, type Stats } from './users-queries.ts'
import { Panel } from '#/components/panel.tsx'

/** The application's metrics, and its newest users. */
export function AdminOverviewPage() {
  const t = useTranslate()
  const navigate = useNavigate()
  const query = useQuery(adminStats(useTRPC()))
  const { acts, dialogs } = useUserActs({
    // A user's details are on the page of all.
    onOpen: ({ id }) => void navigate({ to: '/dashboard/admin/users', search: { user: id } }),
    onBulkDone: nothing,
    onDeleted: nothing,
  })
  return (
    <UserActsContext value={acts}>
      <Page
        title={t('administration:overview.title')}
        intro={t('administration:overview.intro')}
        action={<CreateUser />}
      >
        <LoadState {...stateOf(query)} skeleton={<Skeletons heights={['h-31', 'h-54', 'h-58']} />}>
          {(stats) => (
            <>
              <HealthPanel stats={stats} />
              <Figures stats={stats} />
              <DayCharts days={stats.days} />
              <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-2">
                <ErrorsPanel />
                <QueuesPanel />
              </div>
              <BusyJobs jobs={stats.jobs} />
            </>
          )}
        </LoadState>
        <NewestUsers />
        <ScheduledPanel />
      </Page>
      {dialogs}
    </UserActsContext>
  )
}

const nothing = () => {}

/** How much waits, runs or has failed in each queue; nothing while all are empty. */
function BusyJobs({ jobs }: Pick<Stats, 'jobs'>) {
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

import { useQuery } from '@tanstack/react-query'
import { LoadState, Skeletons } from '#/components/load-state.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { failureOf } from '#/core/trpc/failure.ts'
import { useTRPC } from '#/core/trpc/react.tsx'
import { DayCharts } from './day-charts.tsx'
import { Figures } from './figures.tsx'
import { HealthPanel } from './health-panel.tsx'
import { UsersFrame, type UsersPageProps } from './users-page.tsx'
import { adminStats } from './users-queries.ts'

/** The application's metrics, and the user table below. */
export function AdminOverviewPage(props: UsersPageProps) {
  const t = useTranslate()
  const query = useQuery(adminStats(useTRPC()))
  return (
    <UsersFrame
      {...props}
      path="/dashboard/admin"
      title={t('administration:overview.title')}
      intro={t('administration:overview.intro')}
    >
      <LoadState
        data={query.data}
        failure={query.error ? failureOf(query.error) : undefined}
        onRetry={() => void query.refetch()}
        skeleton={<Skeletons heights={['h-54', 'h-98']} />}
      >
        {(stats) => (
          <>
            <Figures stats={stats} more={props.parts.figures} />
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
              <DayCharts days={stats.days} />
              <HealthPanel stats={stats} />
            </div>
          </>
        )}
      </LoadState>
      <h2 className="mt-2 text-lg font-semibold">{t('administration:overview.users')}</h2>
    </UsersFrame>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Page } from '#/components/page.tsx'
import type { HomeCard } from '#/core/feature.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { useTRPC } from '#/core/trpc/react.tsx'
import { firstNameOf } from '#/lib/full-name.ts'
import { homeActions, homeCards } from '../registry/home.ts'
import { NextSteps } from './overview/next-steps.tsx'
import { overview } from './overview/overview-queries.ts'
import { RecentActivity } from './overview/recent-activity.tsx'

/** The dashboard's home: the features' cards, next steps and recent activity. */
export function DashboardHome({ name }: { name: string }) {
  const t = useTranslate()
  const query = useQuery(overview(useTRPC()))
  return (
    <Page
      title={t('app:dashboard.greeting', {
        name: firstNameOf({ firstName: query.data?.firstName ?? null, name }),
      })}
      intro={t('app:dashboard.intro')}
      action={homeActions.map(({ name: feature, Action }) => (
        <Action key={feature} />
      ))}
    >
      <Cards column="top" />
      {query.data ? <NextSteps steps={query.data.steps} /> : null}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Cards column="main" />
        <div className="grid content-start gap-6">
          <RecentActivity query={query} />
          <Cards column="side" />
        </div>
      </div>
    </Page>
  )
}

function Cards({ column }: Pick<HomeCard, 'column'>) {
  return homeCards.map((card, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- the cards of the installed features never change
    card.column === column ? <card.Card key={at} /> : null,
  )
}

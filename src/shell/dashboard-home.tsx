import { useQuery } from '@tanstack/react-query'
import { Page } from '#/components/page.tsx'
import { Part } from '#/components/part/part.tsx'
import type { Viewer } from '@plinth/core/access'
import type { HomeCard } from '@plinth/core/feature'
import { useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { firstNameOf } from '@plinth/core/format'
import { homeCardsOf } from './slots/home.ts'
import { NextSteps } from './overview/next-steps.tsx'
import { overview } from './overview/overview-queries.ts'
import { RecentActivity } from './overview/recent-activity.tsx'

/** The dashboard's home: the features' cards, next steps and recent activity. */
export function DashboardHome({ viewer }: { viewer: Viewer }) {
  const t = useTranslate()
  const query = useQuery(overview(useTRPC()))
  return (
    <Page
      title={t('app:dashboard.greeting', {
        name: firstNameOf({ firstName: query.data?.firstName ?? null, name: viewer.name }),
      })}
      intro={t('app:dashboard.intro')}
      action={<Cards viewer={viewer} column="title" />}
    >
      <Cards viewer={viewer} column="top" />
      {query.data ? (
        <Part>
          <NextSteps steps={query.data.steps} />
        </Part>
      ) : null}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Cards viewer={viewer} column="main" />
        <div className="grid gap-6 max-xl:content-start">
          {query.data?.activity === null ? null : (
            <Part>
              <RecentActivity query={query} />
            </Part>
          )}
          <Cards viewer={viewer} column="side" />
        </div>
      </div>
    </Page>
  )
}

function Cards({ viewer, column }: Pick<HomeCard, 'column'> & { viewer: Viewer }) {
  return homeCardsOf(viewer).map((card, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- the cards of a user change with the workspace
    card.column === column ? <card.Card key={at} /> : null,
  )
}

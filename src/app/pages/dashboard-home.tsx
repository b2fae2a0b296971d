import { useSuspenseQuery } from '@tanstack/react-query'
import { Page } from '#/components/page.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { useTRPC } from '#/core/trpc/react.tsx'
import { ReceivedInvitations } from '#/features/organizations/index.ts'
import { RecentPosts } from '#/features/posts/index.ts'
import { NextSteps } from './overview/next-steps.tsx'
import { overview } from './overview/overview-queries.ts'
import { RecentActivity } from './overview/recent-activity.tsx'

/** The dashboard's home: received invitations, next steps, recent posts and recent activity. */
export function DashboardHome({ name }: { name: string }) {
  const t = useTranslate()
  const { steps, activity } = useSuspenseQuery(overview(useTRPC())).data
  return (
    <Page title={t('app:dashboard.greeting', { name })} intro={t('app:dashboard.intro')}>
      <ReceivedInvitations />
      <NextSteps steps={steps} />
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <RecentPosts />
        <RecentActivity activity={activity} />
      </div>
    </Page>
  )
}

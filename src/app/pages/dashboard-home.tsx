import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { Page } from '#/components/page.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useMay } from '#/core/access/react.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { useTRPC } from '#/core/trpc/react.tsx'
import { ReceivedInvitations } from '#/features/organizations/index.ts'
import { postsAccess, RecentPosts } from '#/features/posts/index.ts'
import { NextSteps } from './overview/next-steps.tsx'
import { overview } from './overview/overview-queries.ts'
import { RecentActivity } from './overview/recent-activity.tsx'

/** The dashboard's home: received invitations, next steps, recent posts and recent activity. */
export function DashboardHome({ name }: { name: string }) {
  const t = useTranslate()
  const { firstName, steps, activity } = useSuspenseQuery(overview(useTRPC())).data
  const mayWrite = useMay(postsAccess.create)
  const write = mayWrite ? (
    <Link to="/dashboard/posts/new" className={buttonVariants({ className: 'shrink-0 max-md:hidden' })}>
      <Plus className="size-4" strokeWidth={1.75} aria-hidden="true" />
      {t('posts:list.new')}
    </Link>
  ) : null
  return (
    <Page
      title={t('app:dashboard.greeting', { name: firstName ?? name })}
      intro={t('app:dashboard.intro')}
      action={write}
    >
      <ReceivedInvitations />
      <NextSteps steps={steps} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <RecentPosts />
        <RecentActivity activity={activity} />
      </div>
    </Page>
  )
}

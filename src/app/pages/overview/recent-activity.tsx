import { Link } from '@tanstack/react-router'
import { UserAvatar } from '#/components/user-avatar.tsx'
import { TimeAgo } from '#/components/time-ago.tsx'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useI18n } from '#/core/i18n/react.tsx'
import type { RouterOutput } from '#/core/trpc/react.tsx'

type Activity = RouterOutput['overview']['read']['activity'][number]

const sentences = {
  'post.create': 'overview:activity.post.create',
  'post.update': 'overview:activity.post.update',
  'post.delete': 'overview:activity.post.delete',
  'post.restore': 'overview:activity.post.restore',
  'organization.create': 'overview:activity.organization.create',
  'organization.update': 'overview:activity.organization.update',
  'organization.changeLogo': 'overview:activity.organization.changeLogo',
  'organization.transfer': 'overview:activity.organization.transfer',
  'invitation.accept': 'overview:activity.invitation.accept',
  'member.leave': 'overview:activity.member.leave',
  'member.remove': 'overview:activity.member.remove',
  'member.changeRole': 'overview:activity.member.changeRole',
} as const satisfies Record<Activity['action'], TranslationKey>

/** The recent activity of the workspace as sentences. */
export function RecentActivity({ activity }: { activity: Activity[] }) {
  const { t } = useI18n()
  return (
    <section aria-labelledby="recent-activity" className="grid content-start gap-3">
      <h2 id="recent-activity" className="text-xl font-semibold">
        {t('overview:activity.title')}
      </h2>
      {activity.length === 0 ? (
        <p className="rounded-xl border border-dashed border-border p-6 text-muted-foreground">
          {t('overview:activity.empty')}
        </p>
      ) : null}
      {activity.length > 0 ? (
        <ol className="grid gap-4 rounded-xl border border-border bg-card p-6">
          {activity.map((entry) => (
            <ActivityLine key={entry.id} entry={entry} />
          ))}
        </ol>
      ) : null}
    </section>
  )
}

function ActivityLine({ entry: { action, at, actor, subject, post } }: { entry: Activity }) {
  const { t, language } = useI18n()
  const former = t('overview:activity.former')
  const names = { name: actor?.name ?? former, subject: subject ?? former }
  return (
    <li className="flex items-start gap-2.5">
      {actor ? (
        <UserAvatar {...actor} className="mt-0.5 size-5 text-[9px]" />
      ) : (
        <span className="mt-0.5 size-5 shrink-0 rounded-full bg-muted" />
      )}
      <div className="grid min-w-0 gap-0.5">
        <p className="wrap-anywhere">{t(sentences[action], names)}</p>
        {post ? (
          <Link
            to="/dashboard/posts/$postId"
            params={{ postId: post.id }}
            className="font-medium wrap-anywhere underline-offset-2 hover:underline"
          >
            {post.title}
          </Link>
        ) : null}
        <p className="text-sm text-muted-foreground">
          <TimeAgo at={at} language={language} />
        </p>
      </div>
    </li>
  )
}

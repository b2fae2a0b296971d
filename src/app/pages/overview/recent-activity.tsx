import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { UserAvatar } from '#/components/user-avatar.tsx'
import { Panel } from '#/components/panel.tsx'
import { TimeAgo } from '#/components/time-ago.tsx'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useI18n } from '#/core/i18n/react.tsx'
import type { RouterOutput } from '#/core/trpc/react.tsx'
import { splitSentence, type Place } from './split-sentence.ts'

type Activity = RouterOutput['overview']['read']['activity'][number]

const sentences = {
  'post.create': 'overview:activity.post.create',
  'post.update': 'overview:activity.post.update',
  'post.delete': 'overview:activity.post.delete',
  'post.restore': 'overview:activity.post.restore',
  'document.upload': 'overview:activity.document.upload',
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
    <Panel id="recent-activity" title={t('overview:activity.title')}>
      {activity.length === 0 ? (
        <p className="px-4 py-5 text-muted-foreground md:px-5">{t('overview:activity.empty')}</p>
      ) : (
        <ol className="py-2">
          {activity.map((entry) => (
            <ActivityLine key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </Panel>
  )
}

function ActivityLine({ entry: { action, at, actor, subject, post, document } }: { entry: Activity }) {
  const { t, language } = useI18n()
  const former = t('overview:activity.former')
  const strong = (text: string) => <span className="font-medium text-foreground">{text}</span>
  const named: Record<Place, ReactNode> = {
    name: strong(actor?.name ?? former),
    subject: strong(subject ?? former),
    object: post ? (
      <Link
        to="/dashboard/posts/$postId"
        params={{ postId: post.id }}
        className="rounded-sm font-medium text-foreground underline-offset-2 hover:underline"
      >
        {post.title}
      </Link>
    ) : document ? (
      strong(document.name)
    ) : (
      t(action === 'document.upload' ? 'overview:activity.someDocument' : 'overview:activity.somePost')
    ),
  }
  return (
    <li className="group/line relative flex gap-3 px-4 py-2 text-sm leading-4.5 md:px-5">
      {/* The line that leads to the next entry. */}
      <span
        aria-hidden="true"
        className="absolute top-9 -bottom-1 left-7 w-px bg-border group-last/line:hidden md:left-8"
      />
      {actor ? (
        <UserAvatar {...actor} className="size-6 text-[10px]" />
      ) : (
        <span className="size-6 shrink-0 rounded-full bg-muted" />
      )}
      <div className="min-w-0">
        <p className="wrap-anywhere text-muted-foreground">
          {splitSentence((names) => t(sentences[action], names)).map(({ place, text }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a sentence's parts don't move
            <span key={index}>{place ? named[place] : text}</span>
          ))}
        </p>
        <p className="text-xs text-muted-foreground">
          <TimeAgo at={at} language={language} />
        </p>
      </div>
    </li>
  )
}

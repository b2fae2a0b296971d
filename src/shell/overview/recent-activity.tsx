import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { UserAvatar } from '#/components/user-avatar.tsx'
import { LoadState, RowsSkeleton } from '#/components/load-state.tsx'
import { Panel } from '#/components/panel.tsx'
import { TimeAgo } from '#/components/time-ago.tsx'
import { useI18n } from '@plinth/core/texts'
import { type RouterOutput, stateOf } from '@plinth/core/client'
import { homeActivity, homeTargets } from '#/shell/slots/home.ts'

type Activity = NonNullable<RouterOutput['overview']['read']['activity']>[number]

/** The recent activity of the workspace as sentences. */
export function RecentActivity({
  query,
}: {
  query: UseQueryResult<{ activity: Activity[] | null }, unknown>
}) {
  const { t } = useI18n()
  return (
    <Panel id="recent-activity" title={t('overview:activity.title')}>
      <LoadState {...stateOf(query)} isInCard skeleton={<RowsSkeleton count={4} />}>
        {({ activity }) =>
          activity === null || activity.length === 0 ? (
            <p className="px-4 py-5 text-muted-foreground md:px-5">{t('overview:activity.empty')}</p>
          ) : (
            <ol className="py-2">
              {activity.map((entry) => (
                <ActivityLine key={entry.id} entry={entry} />
              ))}
            </ol>
          )
        }
      </LoadState>
    </Panel>
  )
}

function ActivityLine({ entry: { action, at, actor, subject, object, targetType } }: { entry: Activity }) {
  const { t, language } = useI18n()
  const sentence = homeActivity[action]
  const former = t('overview:activity.former')
  const strong = (text: string) => <span className="font-medium text-foreground">{text}</span>
  const named: Record<Place, ReactNode> = {
    name: strong(actor?.name ?? former),
    subject: strong(subject ?? former),
    object: <Target object={object} type={targetType} />,
  }
  if (!sentence) return null
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
          {splitSentence((names) => t(sentence, names)).map(({ place, text }, index) => (
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

/** Two lines at most. */
const targetClass = 'line-clamp-2 [display:-webkit-inline-box]! align-bottom font-medium text-foreground'

/** The title of what was changed, as a link to it; once it is deleted, what kind of thing it was. */
function Target({ object, type }: { object: Activity['object']; type: string | null }) {
  const { t } = useI18n()
  const view = type === null ? undefined : homeTargets[type]
  if (!object) return view ? t(view.missing) : null
  const link = view?.link?.(object.id)
  return link ? (
    <Link
      {...link}
      title={object.title}
      className={`${targetClass} rounded-sm underline-offset-2 hover:underline`}
    >
      {object.title}
    </Link>
  ) : (
    <span title={object.title} className={targetClass}>
      {object.title}
    </span>
  )
}

/** Placeholders for the names in a translated sentence; no text contains these characters. */
const places = { name: '\uE000', subject: '\uE001', object: '\uE002' } as const
type Place = keyof typeof places

/** Splits a translated sentence into text and names, so that each name can be marked up. */
function splitSentence(translate: (params: Record<Place, string>) => string) {
  return translate(places)
    .split(/([\uE000-\uE002])/)
    .filter(Boolean)
    .map((part) => ({
      place: (Object.keys(places) as Place[]).find((place) => places[place] === part),
      text: part,
    }))
}

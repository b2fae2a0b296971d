import type { ComponentProps, ReactNode } from 'react'
import { FactList } from '#/components/fact-list.tsx'
import { Part } from '#/components/part/part.tsx'
import { TimeAgo } from '#/components/time-ago.tsx'
import type { UserDetail } from '@plinth/core/feature'
import { type TranslationKey, useI18n } from '@plinth/core/texts'
import { BannedCell } from './user-cells.tsx'
import { DangerousActions, DetailsActions } from './user-actions.tsx'
import { UserSessions } from './user-sessions.tsx'
import type { UserDetails } from './users-queries.ts'

type DetailsProps = { user: UserDetails; isSelf: boolean; details: readonly UserDetail[] }

const SESSIONS_ORDER = 50

/** All details of a user, and all actions. */
export function Details({ user, isSelf, details }: DetailsProps) {
  const { t } = useI18n()
  const sections = (areAbove: boolean) =>
    details.map((detail) =>
      detail.Section && detail.order < SESSIONS_ORDER === areAbove ? (
        <DetailsSection key={detail.title} title={t(detail.title)} count={detail.count?.(user)}>
          <detail.Section user={user} />
        </DetailsSection>
      ) : null,
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <DetailsActions user={user} isSelf={isSelf} />
      <Facts user={user} details={details} />
      {sections(true)}
      <DetailsSection title={t('administration:details.sessions')} count={user.sessions.length}>
        <UserSessions user={user} />
      </DetailsSection>
      {sections(false)}
      {isSelf ? null : <DangerousActions user={user} />}
    </div>
  )
}

function DetailsSection({ title, count, children }: { title: string; count?: number; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-semibold">
        {title} {count ? <span className="font-normal text-muted-foreground">{count}</span> : null}
      </h3>
      {children}
    </section>
  )
}

function Facts({ user, details }: Pick<DetailsProps, 'user' | 'details'>) {
  const { t, language } = useI18n()
  const ways = [...new Set(user.ways.map(({ name }) => name))].map((name) => {
    const [{ label } = {}, ...others] = user.ways.filter((one) => one.name === name)
    if (label) return t(label, { count: others.length + 1 })
    return name === 'password' ? t('administration:details.password') : name
  })
  const facts: ComponentProps<typeof FactList>['facts'] = [
    {
      key: 'role',
      name: t('administration:table.role'),
      value: t(`administration:role.${user.role}`),
    },
    ...(user.banned
      ? [{ key: 'banned', name: t('administration:table.banned'), value: <BannedCell user={user} /> }]
      : []),
    ...(user.banReason === null
      ? []
      : [{ key: 'reason', name: t('administration:ban.reason'), value: user.banReason }]),
    {
      key: 'address',
      name: t('administration:table.email'),
      value: user.emailVerified
        ? t('administration:filter.verified')
        : t('administration:filter.notVerified'),
    },
    {
      key: 'ways',
      name: t('administration:details.ways'),
      value: (
        <span className="block first-letter:uppercase">
          {ways.length > 0 ? ways.join(', ') : t('administration:details.noWays')}
        </span>
      ),
    },
    ...details.flatMap((detail) =>
      detail.Section
        ? []
        : [
            {
              key: detail.title,
              name: t(detail.title),
              value: (
                <Part failed={() => '—'}>
                  <FactValue value={() => detail.text(user)} />
                </Part>
              ),
            },
          ],
    ),
    {
      key: 'created',
      name: t('administration:table.createdAt'),
      value: <TimeAgo at={user.createdAt} language={language} />,
    },
    {
      key: 'id',
      name: t('administration:details.id'),
      value: <code className="font-mono text-sm wrap-anywhere text-muted-foreground">{user.id}</code>,
    },
  ]
  return <FactList facts={facts} />
}

const FactValue = ({ value }: { value: () => TranslationKey }) => useI18n().t(value())

import type { ComponentProps, ReactNode } from 'react'
import { FactList } from '#/components/fact-list.tsx'
import { UserAvatar } from '#/components/user-avatar.tsx'
import { TimeAgo } from '#/components/time-ago.tsx'
import type { WorkspaceRole } from '#/core/access/actor.ts'
import type { AuditTrail } from '#/core/feature.ts'
import { useI18n } from '#/core/i18n/react.tsx'
import { BannedCell } from './user-cells.tsx'
import { DangerousActions, DetailsActions } from './user-actions.tsx'
import { UserSessions } from './user-sessions.tsx'
import type { UserDetails } from './users-queries.ts'

type DetailsProps = { user: UserDetails; isSelf: boolean; Trail: AuditTrail | undefined }

/** All details of a user, and all actions. */
export function Details({ user, isSelf, Trail }: DetailsProps) {
  const { t } = useI18n()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <DetailsActions user={user} isSelf={isSelf} />
      <Facts user={user} />
      <Part title={t('administration:details.organizations')} count={user.organizations.length}>
        {user.organizations.length === 0 ? (
          <p className="text-muted-foreground">{t('administration:details.noOrganizations')}</p>
        ) : (
          <ul className="divide-y divide-border rounded-xl border border-border">
            {user.organizations.map(({ id, name, slug, role }) => (
              <li key={id} title={slug} className="flex min-h-11 items-center gap-3 px-3">
                <UserAvatar id={id} name={name} image={null} isSquare className="size-6 text-xs" />
                <span className="min-w-0 flex-1 font-medium wrap-anywhere">{name}</span>
                <span className="text-sm text-muted-foreground">
                  {t(`access:role.${role as WorkspaceRole}`)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Part title={t('administration:details.sessions')} count={user.sessions.length}>
        <UserSessions user={user} />
      </Part>
      {Trail ? (
        <Part title={t('administration:details.audit')}>
          <Trail entries={user.audit} userId={user.id} />
        </Part>
      ) : null}
      {isSelf ? null : <DangerousActions user={user} />}
    </div>
  )
}

function Part({ title, count, children }: { title: string; count?: number; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-semibold">
        {title} {count ? <span className="font-normal text-muted-foreground">{count}</span> : null}
      </h3>
      {children}
    </section>
  )
}

function Facts({ user }: { user: UserDetails }) {
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
    {
      key: 'twoFactor',
      name: t('administration:details.twoFactor'),
      value: user.twoFactorEnabled ? t('administration:details.on') : t('administration:details.off'),
    },
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

import type { ComponentType, ReactNode } from 'react'
import { UserAvatar } from '#/components/user-avatar.tsx'
import { TimeAgo } from '#/components/time-ago.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import type { WorkspaceRole } from '#/core/access/actor.ts'
import { useI18n } from '#/core/i18n/react.tsx'
import { BannedCell } from './user-cells.tsx'
import { UserActions } from './user-actions.tsx'
import { UserSessions } from './user-sessions.tsx'
import type { UserDetails } from './users-queries.ts'

/** Renders audit entries with a link to all of the user's. Passed in by the composing page. */
export type AuditTrail = ComponentType<{ entries: UserDetails['audit']; userId: string }>

type DetailsProps = { user: UserDetails; isSelf: boolean; Trail: AuditTrail }

/** All details of a user, and all acts. */
export function Details({ user, isSelf, Trail }: DetailsProps) {
  const { t } = useI18n()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex items-center gap-3">
        <UserAvatar id={user.id} name={user.name} image={user.image} className="size-12 text-lg" />
        <p className="min-w-0 text-muted-foreground wrap-anywhere">{user.email}</p>
      </div>
      <UserActions user={user} isSelf={isSelf} isInside />
      <Facts user={user} />
      <Part title={t('administration:details.sessions')}>
        <UserSessions user={user} />
      </Part>
      <Part title={t('administration:details.organizations')}>
        {user.organizations.length === 0 ? (
          <p className="text-muted-foreground">{t('administration:details.noOrganizations')}</p>
        ) : (
          <ul className="grid gap-1">
            {user.organizations.map(({ id, name, slug, role }) => (
              <li key={id} className="flex items-center justify-between gap-3">
                <span className="min-w-0 wrap-anywhere">
                  {name} <span className="font-mono text-sm text-muted-foreground">{slug}</span>
                </span>
                <Badge variant="secondary">{t(`organizations:role.${role as WorkspaceRole}`)}</Badge>
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Part title={t('administration:details.audit')}>
        <Trail entries={user.audit} userId={user.id} />
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-border pt-4">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  )
}

function Facts({ user }: { user: UserDetails }) {
  const { t, language } = useI18n()
  const { password, passkeys, providers } = user.ways
  const ways = [
    ...(password ? [t('administration:details.password')] : []),
    ...(passkeys > 0 ? [t('administration:details.passkeys', { count: passkeys })] : []),
    ...providers,
  ]
  const facts: { key: string; name: string; value: ReactNode }[] = [
    {
      key: 'role',
      name: t('administration:table.role'),
      value: (
        <Badge variant={user.role === 'admin' ? 'info' : 'secondary'}>
          {t(`administration:role.${user.role}`)}
        </Badge>
      ),
    },
    { key: 'banned', name: t('administration:table.banned'), value: <BannedCell user={user} /> },
    ...(user.banReason === null
      ? []
      : [{ key: 'reason', name: t('administration:ban.reason'), value: user.banReason }]),
    {
      key: 'address',
      name: t('administration:filter.address'),
      value: user.emailVerified
        ? t('administration:filter.verified')
        : t('administration:filter.notVerified'),
    },
    {
      key: 'ways',
      name: t('administration:details.ways'),
      value: ways.length > 0 ? ways.join(', ') : t('administration:details.noWays'),
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
      value: <code className="font-mono text-sm wrap-anywhere">{user.id}</code>,
    },
  ]
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-2">
      {facts.map(({ key, name, value }) => (
        <div key={key} className="contents">
          <dt className="text-muted-foreground">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

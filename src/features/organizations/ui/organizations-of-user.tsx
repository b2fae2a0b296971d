import { UserAvatar } from '#/components/user-avatar.tsx'
import type { WorkspaceRole } from '@plinth/core/access'
import type { DetailedUser } from '@plinth/core/feature'
import { useTranslate } from '@plinth/core/texts'

/** The organizations of a user, for the administration. */
export function OrganizationsOfUser({ user }: { user: DetailedUser }) {
  const t = useTranslate()
  if (user.organizations.length === 0)
    return <p className="text-muted-foreground">{t('organizations:details.none')}</p>
  return (
    <ul className="divide-y divide-border rounded-xl border border-border">
      {user.organizations.map(({ id, name, slug, role }) => (
        <li key={id} title={slug} className="flex min-h-11 items-center gap-3 px-3">
          <UserAvatar id={id} name={name} image={null} isSquare className="size-6 text-xs" />
          <span className="min-w-0 flex-1 font-medium wrap-anywhere">{name}</span>
          <span className="text-sm text-muted-foreground">{t(`roles:${role as WorkspaceRole}.name`)}</span>
        </li>
      ))}
    </ul>
  )
}

import { Badge, type BadgeLook } from '#/components/ui/badge.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'

export type Role = 'owner' | 'admin' | 'member' | 'user'

const looks: Record<Role, BadgeLook> = { owner: 'accent', admin: 'info', member: 'neutral', user: 'neutral' }

/** What somebody is: in an organization, or (user, admin) in the application. */
export function RoleBadge({ role }: { role: Role }) {
  const t = useTranslate()
  return <Badge look={looks[role]}>{t(`organizations:role.${role}`)}</Badge>
}

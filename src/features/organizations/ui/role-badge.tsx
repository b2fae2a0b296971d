import { Badge, type BadgeLook } from '#/components/ui/badge.tsx'
import type { ApplicationRole, WorkspaceRole } from '#/core/access/actor.ts'
import { useTranslate } from '#/core/i18n/react.tsx'

export type Role = WorkspaceRole | ApplicationRole

const looks: Partial<Record<Role, BadgeLook>> = { owner: 'accent', admin: 'info' }

/** A role in an organization or in the application. */
export function RoleBadge({ role }: { role: Role }) {
  const t = useTranslate()
  return <Badge look={looks[role] ?? 'neutral'}>{t(`organizations:role.${role}`)}</Badge>
}

import { Badge, type BadgeVariant } from '#/components/ui/badge.tsx'
import type { ApplicationRole, WorkspaceRole } from '#/core/access/actor.ts'
import { useTranslate } from '#/core/i18n/react.tsx'

export type Role = WorkspaceRole | ApplicationRole

const variants: Partial<Record<Role, BadgeVariant>> = { owner: 'brand', admin: 'info' }

/** A role in an organization or in the application. */
export function RoleBadge({ role }: { role: Role }) {
  const t = useTranslate()
  return <Badge variant={variants[role] ?? 'secondary'}>{t(`organizations:role.${role}`)}</Badge>
}

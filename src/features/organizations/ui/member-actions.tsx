import { Button } from '#/components/ui/button.tsx'
import { workspaceRoles } from '#/core/access/actor.ts'
import type { MenuGroup } from '#/components/menu-button.tsx'
import { useConfirm } from '#/components/use-confirm.tsx'
import { useMay } from '#/core/access/react.tsx'
import type { Viewer } from '#/core/auth/viewer.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { organizationsAccess } from '../organizations.access.ts'
import { RowMenu } from './row-menu.tsx'
import { useMemberActs, type Member } from './use-member-acts.ts'

const roles = workspaceRoles.toReversed()

/**
 * What may be done about one member: leave for oneself; for others remove, change the role, hand the
 * organization over.
 */
export function MemberActions({ member, viewer }: { member: Member; viewer: Viewer }) {
  const t = useTranslate()
  const isOwner = viewer.actor.workspace.role === 'owner'
  const mayRemove = useMay(organizationsAccess.removeMember)
  const acts = useMemberActs(member)
  const { ask, dialog } = useConfirm()
  const isSelf = member.userId === viewer.actor.userId
  // Nobody but an owner touches an owner.
  const isTouchable = !isSelf && (isOwner || member.role !== 'owner')
  if (!isSelf && !(mayRemove && isTouchable)) return null
  return (
    <span className="flex items-center justify-end gap-1">
      <Button variant="outline" size="sm" onClick={() => ask(isSelf ? acts.leave : acts.remove)}>
        {isSelf ? t('organizations:members.leave') : t('organizations:members.remove')}
      </Button>
      {isSelf ? null : <MemberMenu member={member} isOwner={isOwner} acts={acts} />}
      {dialog}
    </span>
  )
}

type MemberMenuProps = { member: Member; isOwner: boolean; acts: ReturnType<typeof useMemberActs> }

function MemberMenu({ member, isOwner, acts: { changeRole, transfer } }: MemberMenuProps) {
  const t = useTranslate()
  const mayTransfer = useMay(organizationsAccess.transferOwnership)
  const { ask, dialog } = useConfirm()
  const choice: MenuGroup = {
    key: 'roles',
    heading: t('organizations:members.role'),
    entries: roles
      .filter((role) => isOwner || role !== 'owner')
      .map((role) => ({
        key: role,
        label: t(`organizations:role.${role}`),
        isChosen: member.role === role,
        onSelect: () => void changeRole(role),
      })),
  }
  const handOver: MenuGroup = {
    key: 'transfer',
    entries: [
      {
        key: 'transfer',
        label: t('organizations:members.transfer'),
        isDangerous: true,
        onSelect: () => ask(transfer),
      },
    ],
  }
  return (
    <>
      <RowMenu
        name={member.name}
        groups={mayTransfer && member.role !== 'owner' ? [choice, handOver] : [choice]}
      />
      {dialog}
    </>
  )
}

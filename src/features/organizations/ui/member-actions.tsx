import { Crown, UserMinus } from 'lucide-react'
import { RowButton } from '#/components/data-table-parts.tsx'
import { ButtonSelect } from '#/components/form/button-select.tsx'
import { useConfirm } from '#/components/use-confirm.tsx'
import { workspaceRoles } from '#/core/access/actor.ts'
import { useMay } from '#/core/access/react.tsx'
import type { Viewer } from '#/core/auth/viewer.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { organizationsAccess } from '../organizations.access.ts'
import { RowMenu } from './row-menu.tsx'
import { useMemberActs, type Member } from './use-member-acts.ts'

const roles = workspaceRoles.toReversed()

type MemberProps = { member: Member; viewer: Viewer }

/** Only owners may change owners, and no one may change themselves. */
const isTouchable = ({ member, viewer: { actor } }: MemberProps) =>
  member.userId !== actor.userId && (actor.workspace.role === 'owner' || member.role !== 'owner')

/** The member's role, as a select for users who may change it. */
export function MemberRole(props: MemberProps) {
  const t = useTranslate()
  const { member, viewer } = props
  const mayChange = useMay(organizationsAccess.setMemberRole) && isTouchable(props)
  const { changeRole } = useMemberActs(member)
  if (!mayChange) return <span className="text-muted-foreground">{t(`access:role.${member.role}`)}</span>
  return (
    <ButtonSelect
      variant="ghost"
      size="sm"
      aria-label={t('organizations:members.roleOf', { name: member.name })}
      value={member.role}
      autoComplete="off"
      onChange={(event) => {
        const role = roles.find((one) => one === event.target.value)
        if (role) void changeRole(role)
      }}
      className="max-md:-my-2.5 max-md:-mr-2.5 md:-ml-3 [&>select]:text-base [&>select]:font-normal [&>select]:hover:bg-foreground/8"
    >
      {roles
        .filter((role) => viewer.actor.workspace.role === 'owner' || role !== 'owner')
        .map((role) => (
          <option key={role} value={role}>
            {t(`access:role.${role}`)}
          </option>
        ))}
    </ButtonSelect>
  )
}

/** Further actions on another member: remove, transfer ownership. */
export function MemberActions(props: MemberProps) {
  const t = useTranslate()
  const { member } = props
  const mayRemove = useMay(organizationsAccess.removeMember)
  const mayTransfer = useMay(organizationsAccess.transferOwnership) && member.role !== 'owner'
  const { remove, transfer } = useMemberActs(member)
  const { ask, dialog } = useConfirm()
  if (!mayRemove || !isTouchable(props)) return null
  const transferEntry = {
    key: 'transfer',
    label: t('organizations:members.transfer'),
    Icon: Crown,
    onSelect: () => ask(transfer),
  }
  return (
    <>
      <RowButton
        isOnPhone
        label={t('organizations:members.remove')}
        Icon={UserMinus}
        onClick={() => ask(remove)}
      />
      {mayTransfer ? (
        <RowMenu name={member.name} groups={[{ key: 'transfer', entries: [transferEntry] }]} />
      ) : null}
      {dialog}
    </>
  )
}

import { Crown, UserMinus } from 'lucide-react'
import { RowButton } from '#/components/data-table/data-table-parts.tsx'
import { namedBy } from '#/components/named-by.ts'
import { ButtonSelect } from '#/components/form/button-select.tsx'
import { RowMenu } from '#/components/data-table/row-menu.tsx'
import { useConfirm } from '#/components/dialog/use-confirm.tsx'
import { type Viewer, useMay } from '@plinth/core/access'
import { useTranslate } from '@plinth/core/texts'
import { roles } from '#/roles.ts'
import { organizationsAccess } from '../organizations.access.ts'
import { useMemberActs, type Member } from './use-member-acts.ts'

const options = roles.toReversed()

/** The id of the name of a member in the list. */
export const memberNameId = (id: string) => `member-${id}`

type MemberProps = { member: Member; viewer: Viewer }

/** Only owners may change owners, and no one may change themselves. */
export const isTouchable = ({ member, viewer: { actor } }: MemberProps) =>
  member.userId !== actor.userId && (actor.workspace.role === 'owner' || member.role !== 'owner')

/** Only owners make owners. */
const rolesFor = ({ viewer }: MemberProps) =>
  options.filter((role) => viewer.actor.workspace.role === 'owner' || role !== 'owner')

/** The member's role, as a select for users who may change it; in narrow windows it is in the row's menu. */
export function MemberRole(props: MemberProps) {
  const t = useTranslate()
  const { member } = props
  const mayChange = useMay(organizationsAccess.setMemberRole) && isTouchable(props)
  const { changeRole } = useMemberActs(member)
  const { ask, dialog } = useConfirm()
  const name = t(`roles:${member.role}.name`)
  if (!mayChange) return <span className="text-muted-foreground">{name}</span>
  return (
    <>
      <span className="text-muted-foreground min-[75rem]:hidden">{name}</span>
      <ButtonSelect
        variant="ghost"
        size="sm"
        {...namedBy({
          id: `role-${member.id}`,
          label: t('organizations:members.role'),
          of: memberNameId(member.id),
        })}
        value={member.role}
        onChange={(event) => {
          const role = roles.find((one) => one === event.target.value)
          if (role) changeRole(role, ask)
        }}
        className="-ml-2 max-[75rem]:hidden [&>select]:w-auto [&>select]:pr-7 [&>select]:pl-2 [&>select]:text-base [&>select]:font-normal [&>select]:hover:bg-foreground/8"
      >
        {rolesFor(props).map((role) => (
          <option key={role} value={role}>
            {t(`roles:${role}.name`)}
          </option>
        ))}
      </ButtonSelect>
      {dialog}
    </>
  )
}

/** Further actions on another member: remove, transfer; in narrow windows one menu, with the role. */
export function MemberActions(props: MemberProps) {
  const t = useTranslate()
  const { member } = props
  const mayChange = useMay(organizationsAccess.setMemberRole)
  const mayRemove = useMay(organizationsAccess.removeMember)
  const mayTransfer = useMay(organizationsAccess.transferOwnership) && member.role !== 'owner'
  const { changeRole, remove, transfer } = useMemberActs(member)
  const { ask, dialog } = useConfirm()
  if (!mayRemove || !isTouchable(props)) return null
  const transferEntry = {
    key: 'transfer',
    label: t('organizations:members.transfer'),
    Icon: Crown,
    onSelect: () => ask(transfer),
  }
  const removeEntry = {
    key: 'remove',
    label: t('organizations:members.remove'),
    Icon: UserMinus,
    onSelect: () => ask(remove),
  }
  const roleEntries = rolesFor(props).map((role) => ({
    key: role,
    label: t(`roles:${role}.name`),
    isChosen: role === member.role,
    onSelect: () => changeRole(role, ask),
  }))
  const of = memberNameId(member.id)
  const transferGroup = { key: 'transfer', entries: [transferEntry] }
  return (
    <>
      <RowButton label={removeEntry.label} Icon={UserMinus} onClick={removeEntry.onSelect} />
      {mayTransfer ? (
        <RowMenu of={of} size="icon-sm" groups={[transferGroup]} className="max-[75rem]:hidden" />
      ) : null}
      <RowMenu
        of={of}
        size="icon-sm"
        className="min-[75rem]:hidden"
        groups={[
          ...(mayChange
            ? [{ key: 'role', heading: t('organizations:members.role'), entries: roleEntries }]
            : []),
          ...(mayTransfer ? [transferGroup] : []),
          { key: 'remove', entries: [{ ...removeEntry, isDangerous: true }] },
        ]}
      />
      {dialog}
    </>
  )
}

import { Ban, CircleCheck, LogOut, Trash2, User as UserIcon, VenetianMask } from 'lucide-react'
import { RowButton } from '#/components/data-table/data-table-parts.tsx'
import { Button } from '#/components/ui/button.tsx'
import type { MenuEntry, MenuGroup } from '#/components/menu-button.tsx'
import { RowMenu } from '#/components/data-table/row-menu.tsx'
import { useTranslate } from '@plinth/core/texts'
import { useActs, type TargetUser, type Role } from './user-acts.ts'
import { userNameId } from './user-cells.tsx'

type UserActionsProps = {
  user: TargetUser
  /** Admins can't ban, delete, demote or impersonate themselves. */
  isSelf: boolean
}

const roles: readonly Role[] = ['user', 'admin']
const iconClass = 'size-4'

/** The actions on the user of a row: the two most common as icons, all of them in a menu. */
export function UserActions({ user, isSelf }: UserActionsProps) {
  const t = useTranslate()
  const acts = useActs()
  return (
    <>
      {mayImpersonate(user, isSelf) ? (
        <RowButton
          label={t('administration:impersonate.open')}
          Icon={VenetianMask}
          onClick={() => acts.impersonate(user)}
        />
      ) : null}
      {isSelf ? null : (
        <RowButton
          label={user.banned ? t('administration:unban.open') : t('administration:ban.open')}
          Icon={user.banned ? CircleCheck : Ban}
          onClick={() => (user.banned ? acts.unban([user]) : acts.ban([user]))}
        />
      )}
      <UserMenu user={user} isSelf={isSelf} />
    </>
  )
}

/** The actions on the user whose details are open. */
export function DetailsActions({ user, isSelf }: UserActionsProps) {
  const t = useTranslate()
  const acts = useActs()
  return (
    <div className="flex items-start gap-2">
      <div className="flex min-w-0 grow flex-wrap gap-2 max-md:*:grow max-md:[&_svg]:hidden">
        {mayImpersonate(user, isSelf) ? (
          <Button variant="outline" size="sm" onClick={() => acts.impersonate(user)}>
            <VenetianMask className={iconClass} aria-hidden="true" />
            {t('administration:impersonate.open')}
          </Button>
        ) : null}
        <Button variant="outline" size="sm" onClick={() => acts.revoke([user])}>
          <LogOut className={iconClass} aria-hidden="true" />
          {t('administration:revoke.open')}
        </Button>
      </div>
      {isSelf ? null : <UserMenu user={user} isSelf={isSelf} />}
    </div>
  )
}

/** The destructive actions, at the bottom of the details. */
export function DangerousActions({ user }: { user: TargetUser }) {
  const t = useTranslate()
  const acts = useActs()
  return (
    <div className="at-foot flex flex-wrap gap-2 max-md:*:grow sm:-mx-6 sm:px-6">
      {user.banned ? (
        <Button variant="outline" onClick={() => acts.unban([user])}>
          <CircleCheck className={iconClass} aria-hidden="true" />
          {t('administration:unban.open')}
        </Button>
      ) : (
        <Button variant="outline" className="text-destructive-text!" onClick={() => acts.ban([user])}>
          <Ban className={iconClass} aria-hidden="true" />
          {t('administration:ban.open')}
        </Button>
      )}
      <Button variant="ghost" className="text-destructive-text!" onClick={() => acts.remove(user)}>
        <Trash2 className={iconClass} aria-hidden="true" />
        {t('administration:delete.open')}
      </Button>
    </div>
  )
}

const mayImpersonate = (user: TargetUser, isSelf: boolean) => !isSelf && !user.banned && user.role !== 'admin'

function UserMenu({ user, isSelf }: UserActionsProps) {
  return (
    <RowMenu
      size="icon-sm"
      of={userNameId(user.id)}
      groups={useGroups({ user, isSelf })}
      className="grow-0!"
    />
  )
}

/** All actions: phones have no other place for them. */
function useGroups({ user, isSelf }: UserActionsProps): MenuGroup[] {
  const t = useTranslate()
  const acts = useActs()
  const entries: (MenuEntry | false)[] = [
    {
      key: 'details',
      label: t('administration:details.open'),
      Icon: UserIcon,
      onSelect: () => acts.open(user),
    },
    mayImpersonate(user, isSelf) && {
      key: 'impersonate',
      label: t('administration:impersonate.open'),
      Icon: VenetianMask,
      onSelect: () => acts.impersonate(user),
    },
    {
      key: 'revoke',
      label: t('administration:revoke.open'),
      Icon: LogOut,
      onSelect: () => acts.revoke([user]),
    },
  ]
  const choice: MenuGroup = {
    key: 'roles',
    heading: t('administration:table.role'),
    entries: roles.map((role) => ({
      key: role,
      label: t(`administration:role.${role}`),
      isChosen: user.role === role,
      onSelect: () => acts.changeRole(user, role),
    })),
  }
  const dangerous: MenuGroup = {
    key: 'end',
    entries: [
      user.banned
        ? {
            key: 'unban',
            label: t('administration:unban.open'),
            Icon: CircleCheck,
            onSelect: () => acts.unban([user]),
          }
        : {
            key: 'ban',
            label: t('administration:ban.open'),
            Icon: Ban,
            isDangerous: true,
            onSelect: () => acts.ban([user]),
          },
      {
        key: 'delete',
        label: t('administration:delete.open'),
        Icon: Trash2,
        isDangerous: true,
        onSelect: () => acts.remove(user),
      },
    ],
  }
  return [
    { key: 'acts', entries: entries.filter((entry) => entry !== false) },
    ...(isSelf ? [] : [choice, dangerous]),
  ]
}

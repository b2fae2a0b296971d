import { Ellipsis, LogOut, Trash2, User as UserIcon } from 'lucide-react'
import { showToast } from '#/components/toast.ts'
import { Button } from '#/components/ui/button.tsx'
import { MenuButton, type MenuGroup } from '#/components/menu-button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { useActs, type TargetUser, type Role } from './user-acts.ts'

type UserActionsProps = {
  user: TargetUser
  /** Admins can't ban, delete, demote or impersonate themselves. */
  isSelf: boolean
  /** Inside the details, which don't link to themselves. */
  isInside?: boolean
}

const roles: readonly Role[] = ['user', 'admin']

/** The acts on one user: the two most common as buttons, the rest in a menu. */
export function UserActions({ user, isSelf, isInside = false }: UserActionsProps) {
  const t = useTranslate()
  const acts = useActs()
  const canImpersonate = !isSelf && !user.banned && user.role !== 'admin'
  return (
    <span className={`flex flex-wrap items-center gap-2 ${isInside ? '' : 'justify-end md:flex-nowrap'}`}>
      {canImpersonate ? (
        <Button variant="outline" size="sm" onClick={() => acts.impersonate(user)}>
          {t('administration:impersonate.open')}
        </Button>
      ) : null}
      {isSelf ? null : (
        <Button
          variant="outline"
          size="sm"
          onClick={() => (user.banned ? acts.unban([user]) : acts.ban([user]))}
        >
          {user.banned ? t('administration:unban.open') : t('administration:ban.open')}
        </Button>
      )}
      <MenuButton
        menuLabel={t('administration:table.actionsOf', { name: user.name })}
        groups={useGroups({ user, isSelf, isInside })}
        align="end"
        onUnavailable={() => void showToast('error', t('app:workspace.menuFailed'))}
        aria-label={t('administration:table.menuOf', { name: user.name })}
        className="grid size-8 shrink-0 cursor-pointer place-items-center rounded-lg hover:bg-accent pointer-coarse:size-11"
      >
        <Ellipsis className="size-4" aria-hidden="true" />
      </MenuButton>
    </span>
  )
}

function useGroups({ user, isSelf, isInside }: Required<UserActionsProps>): MenuGroup[] {
  const t = useTranslate()
  const acts = useActs()
  const details = {
    key: 'details',
    label: t('administration:details.open'),
    Icon: UserIcon,
    onSelect: () => acts.open(user),
  }
  const revoke = {
    key: 'revoke',
    label: t('administration:revoke.open'),
    Icon: LogOut,
    onSelect: () => acts.revoke([user]),
  }
  const remove = {
    key: 'delete',
    label: t('administration:delete.open'),
    Icon: Trash2,
    isDangerous: true,
    onSelect: () => acts.remove(user),
  }
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
  return [
    { key: 'acts', entries: isInside ? [revoke] : [details, revoke] },
    ...(isSelf ? [] : [choice, { key: 'end', entries: [remove] }]),
  ]
}

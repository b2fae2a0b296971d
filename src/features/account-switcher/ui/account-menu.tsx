import { useNavigate } from '@tanstack/react-router'
import { LogOut, Plus, Settings } from 'lucide-react'
import { useState } from 'react'
import { AccountFace, accountButtonClass, accountLabel, NameAndAddress } from '#/components/account-face.tsx'
import { MenuButton, type MenuEntry, type MenuGroup } from '#/components/menu-button.tsx'
import { UserAvatar } from '#/components/user-avatar.tsx'
import type { Viewer } from '@plinth/core/access'
import type { AccountMenuProps } from '@plinth/core/feature'
import { useTranslate } from '@plinth/core/texts'
import { addAccount, useBrowserAccounts } from './use-browser-accounts.ts'

/** The current account, and the menu of the other accounts of this browser. */
export function AccountMenu({ viewer, isPicture, leave }: AccountMenuProps) {
  const t = useTranslate()
  const [isWanted, setWanted] = useState(false)
  const accounts = useBrowserAccounts(viewer, { isWanted, leave })
  return (
    <MenuButton
      menuLabel={t('account-switcher:shell.menu')}
      groups={useGroups(viewer, accounts)}
      onApproach={() => setWanted(true)}
      aria-label={t('app:accounts.label', accountLabel(viewer))}
      title={viewer.name}
      className={accountButtonClass(isPicture)}
    >
      <AccountFace id={viewer.actor.userId} account={viewer} isPicture={isPicture} />
    </MenuButton>
  )
}

function useGroups(
  viewer: Viewer,
  { others, canAdd, switchTo, signOutOfOne, signOutOfAll }: ReturnType<typeof useBrowserAccounts>,
): MenuGroup[] {
  const t = useTranslate()
  const navigate = useNavigate()
  const pictured = (account: { name: string; email: string; image: string | null }, id: string) => ({
    label: <NameAndAddress {...account} />,
    // As wide as an icon with its margins, so that all labels of the menu are aligned.
    picture: (
      <UserAvatar id={id} name={account.name} image={account.image} className="-mx-0.5 size-7 text-xs" />
    ),
  })
  const current: MenuEntry = {
    key: 'current',
    ...pictured(viewer, viewer.actor.userId),
    isChosen: true,
    onSelect: () => {},
  }
  const switches = others.map((account): MenuEntry => ({
    key: account.handle,
    ...pictured(account, account.userId),
    onSelect: () => void switchTo(account),
  }))
  const add: MenuEntry = {
    key: 'add',
    label: t('account-switcher:shell.add'),
    Icon: Plus,
    onSelect: addAccount,
  }
  const out = (key: string, label: string, signOut: () => Promise<void>): MenuEntry => ({
    key,
    label,
    Icon: LogOut,
    onSelect: () => void signOut(),
  })
  const settings: MenuEntry = {
    key: 'settings',
    label: t('app:nav.settings'),
    Icon: Settings,
    onSelect: () => void navigate({ to: '/dashboard/settings' }),
  }
  const several = others.length > 0
  return [
    { key: 'settings', entries: [settings] },
    { key: 'current', entries: [current] },
    ...(several ? [{ key: 'others', heading: t('account-switcher:shell.others'), entries: switches }] : []),
    ...(canAdd ? [{ key: 'add', entries: [add] }] : []),
    {
      key: 'out',
      entries: several
        ? [
            ...(signOutOfOne ? [out('one', t('account-switcher:shell.signOutOne'), signOutOfOne)] : []),
            out('all', t('account-switcher:shell.signOutAll'), signOutOfAll),
          ]
        : [out('all', t('app:nav.signOut'), signOutOfAll)],
    },
  ]
}

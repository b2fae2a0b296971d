import { LogOut, Plus } from 'lucide-react'
import { useState } from 'react'
import { UserAvatar } from '#/components/user-avatar.tsx'
import { showToast } from '#/components/toast.ts'
import { Button } from '#/components/ui/button.tsx'
import { MenuButton, type MenuEntry, type MenuGroup } from '#/components/menu-button.tsx'
import type { Viewer } from '#/core/auth/viewer.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { cn } from '#/lib/cn.ts'
import { addAccount, useBrowserAccounts } from './use-device-sessions.ts'
import { useSignOut } from './use-sign-out.ts'

/** The menu of this browser's accounts, and Sign Out for all of them. */
export function AccountMenu({ viewer }: { viewer: Viewer }) {
  const t = useTranslate()
  const { signOut, leaving } = useSignOut()
  const label = leaving ? t('app:nav.signingOut') : t('app:nav.signOut')
  return (
    <section aria-label={t('app:nav.account')} className="flex items-center gap-0.5 rail:flex-col">
      <AccountMenuButton viewer={viewer} />
      <Button
        variant="ghost"
        size="icon"
        aria-label={label}
        title={label}
        aria-disabled={leaving}
        onClick={() => void signOut()}
        className="shrink-0 text-muted-foreground hover:bg-sidebar-accent hover:text-foreground"
      >
        <LogOut className="size-4" strokeWidth={1.75} aria-hidden="true" />
      </Button>
    </section>
  )
}

type AccountMenuButtonProps = {
  viewer: Viewer
  /** Shows only the picture at any width: for the top bar of a phone. */
  isPicture?: boolean
}

/** The current account, and the menu of the other accounts of this browser. */
export function AccountMenuButton({ viewer, isPicture = false }: AccountMenuButtonProps) {
  const t = useTranslate()
  const [isWanted, setWanted] = useState(false)
  const { isLeaving: _, ...accounts } = useBrowserAccounts(viewer, isWanted)
  return (
    <MenuButton
      menuLabel={t('app:accounts.menu')}
      groups={useGroups(viewer, accounts)}
      onApproach={() => setWanted(true)}
      onUnavailable={() => void showToast('error', t('app:workspace.menuFailed'))}
      aria-label={t('app:accounts.label', { name: viewer.name })}
      title={viewer.name}
      className={cn(
        'flex min-w-0 cursor-pointer items-center gap-2.5 rounded-lg text-left pointer-coarse:min-h-11',
        isPicture
          ? 'size-11 justify-center hover:bg-accent'
          : 'h-11 flex-1 px-2 hover:bg-sidebar-accent rail:size-9 rail:flex-none rail:justify-center rail:px-0',
      )}
    >
      <UserAvatar
        id={viewer.actor.userId}
        name={viewer.name}
        image={viewer.image}
        className="size-7 text-[11px]"
      />
      {isPicture ? null : (
        <span className="contents rail:hidden">
          <NameAndAddress name={viewer.name} email={viewer.email} />
        </span>
      )}
    </MenuButton>
  )
}

type Accounts = Omit<ReturnType<typeof useBrowserAccounts>, 'isLeaving'>

function useGroups(
  viewer: Viewer,
  { others, canAdd, switchTo, signOutOfOne, signOutOfAll }: Accounts,
): MenuGroup[] {
  const t = useTranslate()
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
  const add: MenuEntry = { key: 'add', label: t('app:accounts.add'), Icon: Plus, onSelect: addAccount }
  const out = (key: string, label: string, leave: () => Promise<void>): MenuEntry => ({
    key,
    label,
    Icon: LogOut,
    onSelect: () => void leave(),
  })
  const several = others.length > 0
  return [
    { key: 'current', entries: [current] },
    ...(several ? [{ key: 'others', heading: t('app:accounts.others'), entries: switches }] : []),
    ...(canAdd ? [{ key: 'add', entries: [add] }] : []),
    {
      key: 'out',
      entries: several
        ? [
            ...(signOutOfOne ? [out('one', t('app:accounts.signOutOne'), signOutOfOne)] : []),
            out('all', t('app:accounts.signOutAll'), signOutOfAll),
          ]
        : [out('all', t('app:nav.signOut'), signOutOfAll)],
    },
  ]
}

function NameAndAddress({ name, email }: { name: string; email: string }) {
  return (
    <span className="grid min-w-0 flex-1 text-left">
      <span className="truncate leading-4.5 font-medium">{name}</span>
      <span className="truncate text-xs text-muted-foreground">{email}</span>
    </span>
  )
}

import { LogOut, Plus } from 'lucide-react'
import { UserAvatar } from '#/components/user-avatar.tsx'
import { Button } from '#/components/ui/button.tsx'
import type { Viewer } from '#/core/auth/viewer.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { NameAndAddress } from './account-menu.tsx'
import { addAccount, useBrowserAccounts } from './use-device-sessions.ts'

const rowClass =
  'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-lg px-2 py-1 text-left hover:bg-accent'

/** The accounts of this browser as a list, for the phone sheet. */
export function AccountList({ viewer }: { viewer: Viewer }) {
  const t = useTranslate()
  const { others, canAdd, switchTo, signOutOfOne, signOutOfAll, isLeaving } = useBrowserAccounts(viewer, true)
  return (
    <section
      aria-label={t('app:nav.account')}
      className="grid gap-1 rounded-xl border border-border bg-card p-2"
    >
      <div className="flex items-center gap-3 px-2 py-1">
        <UserAvatar id={viewer.actor.userId} name={viewer.name} image={viewer.image} />
        <NameAndAddress name={viewer.name} email={viewer.email} />
      </div>
      {others.map((account) => (
        <button
          key={account.handle}
          type="button"
          className={rowClass}
          onClick={() => void switchTo(account)}
        >
          <span className="sr-only">{t('app:accounts.others')}</span>
          <UserAvatar id={account.userId} name={account.name} image={account.image} />
          <NameAndAddress name={account.name} email={account.email} />
        </button>
      ))}
      {canAdd ? (
        <button type="button" className={rowClass} onClick={addAccount}>
          <Plus className="mx-1.5 size-5 text-muted-foreground" aria-hidden="true" />
          {t('app:accounts.add')}
        </button>
      ) : null}
      {others.length > 0 && signOutOfOne ? (
        <button type="button" className={rowClass} onClick={() => void signOutOfOne()}>
          <LogOut className="mx-1.5 size-5 text-muted-foreground" aria-hidden="true" />
          <span className="min-w-0 truncate">{t('app:accounts.signOutOne')}</span>
        </button>
      ) : null}
      <Button variant="outline" aria-disabled={isLeaving} onClick={() => void signOutOfAll()}>
        <LogOut className="size-4" aria-hidden="true" />
        {isLeaving ? t('app:nav.signingOut') : t('app:nav.signOut')}
      </Button>
    </section>
  )
}

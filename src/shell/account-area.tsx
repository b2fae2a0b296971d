import { Link } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { AccountFace, accountButtonClass, accountLabel } from '#/components/account-face.tsx'
import { Part } from '#/components/part/part.tsx'
import { Button } from '#/components/ui/button.tsx'
import type { Viewer } from '@plinth/core/access'
import { useTranslate } from '@plinth/core/texts'
import { frame } from './slots/layout.ts'
import { useLeave } from './use-leave.ts'

/** The signed-in account and Sign out, at the foot of the sidebar. */
export function AccountArea({ viewer }: { viewer: Viewer }) {
  const t = useTranslate()
  const { signOut, leaving } = useLeave()
  const label = leaving ? t('app:nav.signingOut') : t('app:nav.signOut')
  return (
    <section aria-label={t('app:nav.account')} className="flex items-center gap-0.5 rail:flex-col">
      <AccountButton viewer={viewer} />
      <Button
        variant="ghost"
        size="icon"
        aria-label={label}
        title={label}
        aria-disabled={leaving}
        onClick={() => void signOut()}
        className="shrink-0 text-muted-foreground hover:bg-sidebar-accent hover:text-foreground"
      >
        <LogOut className="size-4" aria-hidden="true" />
      </Button>
    </section>
  )
}

/** The account as a menu or, if no feature brings one, as a link to its settings. */
export function AccountButton({ viewer, isPicture = false }: { viewer: Viewer; isPicture?: boolean }) {
  const t = useTranslate()
  const { leave } = useLeave()
  const link = (
    <Link
      to="/dashboard/settings"
      aria-label={t('app:accounts.label', accountLabel(viewer))}
      title={viewer.name}
      className={accountButtonClass(isPicture)}
    >
      <AccountFace id={viewer.actor.userId} account={viewer} isPicture={isPicture} />
    </Link>
  )
  return frame.account ? (
    <Part failed={() => link}>
      <frame.account viewer={viewer} isPicture={isPicture} leave={leave} />
    </Part>
  ) : (
    link
  )
}

import { Link } from '@tanstack/react-router'
import { ChevronRight, LifeBuoy, Mail, Smartphone, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SecondFactorMethod } from '@plinth/core/access'
import { useTranslate } from '@plinth/core/texts'
import { searchFor } from '../two-factor-search.ts'

type OtherMethodsProps = {
  methods: readonly SecondFactorMethod[]
  shown: SecondFactorMethod
  redirectTo: string
}

/** The other methods of the second factor. */
export function OtherMethods({ methods, shown, redirectTo }: OtherMethodsProps) {
  const t = useTranslate()
  const search = searchFor(redirectTo)
  const others = methods.filter((method) => method !== shown)
  if (others.length === 0) return null
  return (
    <nav aria-label={t('two-factor:otherWays')} className="grid gap-1 border-t border-border pt-5">
      {others.includes('totp') ? (
        <Link to="/two-factor" search={search} className={methodClass}>
          <Method Icon={Smartphone}>{t('two-factor:toTotp')}</Method>
        </Link>
      ) : null}
      {others.includes('otp') ? (
        <Link to="/two-factor/otp" search={search} className={methodClass}>
          <Method Icon={Mail}>{t('two-factor:toEmail')}</Method>
        </Link>
      ) : null}
      {others.includes('backupCode') ? (
        <Link to="/two-factor" search={{ ...search, method: 'backupCode' }} className={methodClass}>
          <Method Icon={LifeBuoy}>{t('two-factor:toBackupCode')}</Method>
        </Link>
      ) : null}
    </nav>
  )
}

const methodClass =
  '-mx-2.5 flex min-h-9 items-center gap-2.5 rounded-lg pr-1.5 pl-2.5 font-medium transition duration-[120ms] hover:bg-accent pointer-coarse:min-h-11'

function Method({ Icon, children }: { Icon: LucideIcon; children: ReactNode }) {
  return (
    <>
      <Icon className="size-4 shrink-0 text-muted-foreground" strokeWidth={1.75} aria-hidden="true" />
      <span className="min-w-0 flex-1">{children}</span>
      <ChevronRight className="size-3.5 shrink-0 text-muted-foreground" aria-hidden="true" />
    </>
  )
}

import { TimeAgo } from '#/components/time-ago.tsx'
import { Button, buttonClass } from '#/components/ui/button.tsx'
import { useMay } from '#/core/access/react.tsx'
import type { ProviderName, ProviderState } from '#/core/auth/providers/providers.ts'
import { securityAccess } from '#/core/auth/security/security.access.ts'
import { useI18n } from '#/core/i18n/react.tsx'
import type { LinkedAccount } from './account-queries.ts'

type ConnectionRowProps = {
  name: ProviderName
  state: ProviderState
  account: LinkedAccount | undefined
  isLeaving: boolean
  onLink: () => void
  onUnlink: (account: LinkedAccount) => void
}

/** One provider: linked since when, or not, and the way to change that. */
export function ConnectionRow({ name, state, account, isLeaving, onLink, onUnlink }: ConnectionRowProps) {
  const { t, language } = useI18n()
  // Whoever may not change a password here (an admin in their place) may not change this either.
  const isOwn = useMay(securityAccess.changePassword)
  const provider = t(`account:connections.${name}`)
  const linkLabel = t('account:connections.link', { provider })
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2">
      <div className="grid min-w-0">
        <p className="font-medium">{provider}</p>
        <p className="text-sm text-muted">
          {account ? (
            <>
              {t('account:connections.since')}{' '}
              <TimeAgo at={new Date(account.createdAt)} language={language} />
            </>
          ) : (
            t('account:connections.notLinked')
          )}
        </p>
      </div>
      {!isOwn ? null : account ? (
        <Button variant="secondary" size="small" onClick={() => onUnlink(account)}>
          {t('account:connections.unlink', { provider })}
        </Button>
      ) : state === 'setup' ? (
        <a href={`/login/provider/${name}`} className={buttonClass({ variant: 'secondary', size: 'small' })}>
          {linkLabel}
        </a>
      ) : (
        <Button variant="secondary" size="small" aria-disabled={isLeaving} onClick={onLink}>
          {isLeaving ? t('account:connections.linking') : linkLabel}
        </Button>
      )}
    </li>
  )
}

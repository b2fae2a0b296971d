import { ItemRow } from '#/components/item-row.tsx'
import { TimeAgo } from '#/components/time-ago.tsx'
import { Button, buttonVariants } from '#/components/ui/button.tsx'
import { useMay } from '@plinth/core/access'
import { providerLabels, type ProviderName, type ProviderState } from '../providers.ts'
import { useI18n } from '@plinth/core/texts'
import type { RouterOutput } from '@plinth/core/client'
import { linkedAccountsAccess } from '../providers.access.ts'
import { ProviderMark } from './provider-mark.tsx'

export type LinkedAccount = RouterOutput['linkedAccounts']['list']['items'][number]

type LinkedAccountRowProps = {
  name: ProviderName
  state: ProviderState
  account: LinkedAccount | undefined
  isLeaving: boolean
  onLink: () => void
  onUnlink: (account: LinkedAccount) => void
}

/** A provider, since when it is linked, and the button that links or unlinks it. */
export function LinkedAccountRow({
  name,
  state,
  account,
  isLeaving,
  onLink,
  onUnlink,
}: LinkedAccountRowProps) {
  const { t, language } = useI18n()
  const isOwn = useMay(linkedAccountsAccess.unlink)
  const provider = providerLabels[name]
  const linkLabel = t('providers:link', { provider })
  return (
    <ItemRow
      icon={<ProviderMark provider={name} />}
      title={provider}
      text={
        account ? (
          <>
            {t('providers:since')} <TimeAgo at={account.createdAt} language={language} />
          </>
        ) : (
          t('providers:notLinked')
        )
      }
    >
      {!isOwn ? null : account ? (
        <Button variant="ghost" size="sm" onClick={() => onUnlink(account)}>
          {t('providers:unlink', { provider })}
        </Button>
      ) : state === 'setup' ? (
        <a href={`/login/provider/${name}`} className={buttonVariants({ variant: 'outline', size: 'sm' })}>
          {linkLabel}
        </a>
      ) : (
        <Button variant="outline" size="sm" aria-disabled={isLeaving} onClick={onLink}>
          {isLeaving ? t('providers:linking') : linkLabel}
        </Button>
      )}
    </ItemRow>
  )
}

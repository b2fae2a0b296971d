import type { ComponentType } from 'react'
import { ItemRow } from '#/components/item-row.tsx'
import { TimeAgo } from '#/components/time-ago.tsx'
import { Button, buttonVariants } from '#/components/ui/button.tsx'
import { useMay } from '#/core/access/react.tsx'
import { providerLabels, type ProviderName, type ProviderState } from '#/core/auth/providers/providers.ts'
import { useI18n } from '#/core/i18n/react.tsx'
import type { RouterOutput } from '#/core/trpc/react.tsx'
import { connectionsAccess } from '../account.access.ts'

export type Connection = RouterOutput['connections']['list']['items'][number]

/** The provider's logo. Passed in by the composing page. */
export type ProviderMark = ComponentType<{ provider: ProviderName }>

type ConnectionRowProps = {
  name: ProviderName
  Mark: ProviderMark
  state: ProviderState
  connection: Connection | undefined
  isLeaving: boolean
  onLink: () => void
  onUnlink: (connection: Connection) => void
}

/** A provider, since when it is linked, and the button that links or unlinks it. */
export function ConnectionRow({
  name,
  Mark,
  state,
  connection,
  isLeaving,
  onLink,
  onUnlink,
}: ConnectionRowProps) {
  const { t, language } = useI18n()
  const isOwn = useMay(connectionsAccess.disconnect)
  const provider = providerLabels[name]
  const linkLabel = t('account:connections.link', { provider })
  return (
    <ItemRow
      icon={<Mark provider={name} />}
      title={provider}
      text={
        connection ? (
          <>
            {t('account:connections.since')} <TimeAgo at={connection.createdAt} language={language} />
          </>
        ) : (
          t('account:connections.notLinked')
        )
      }
    >
      {!isOwn ? null : connection ? (
        <Button variant="ghost" size="sm" onClick={() => onUnlink(connection)}>
          {t('account:connections.unlink', { provider })}
        </Button>
      ) : state === 'setup' ? (
        <a href={`/login/provider/${name}`} className={buttonVariants({ variant: 'outline', size: 'sm' })}>
          {linkLabel}
        </a>
      ) : (
        <Button variant="outline" size="sm" aria-disabled={isLeaving} onClick={onLink}>
          {isLeaving ? t('account:connections.linking') : linkLabel}
        </Button>
      )}
    </ItemRow>
  )
}

import { TimeAgo } from '#/components/time-ago.tsx'
import { Button, buttonVariants } from '#/components/ui/button.tsx'
import { useMay } from '#/core/access/react.tsx'
import { providerLabels, type ProviderName, type ProviderState } from '#/core/auth/providers/providers.ts'
import { useI18n } from '#/core/i18n/react.tsx'
import type { RouterOutput } from '#/core/trpc/react.tsx'
import { connectionsAccess } from '../account.access.ts'

export type Connection = RouterOutput['connections']['list']['items'][number]

type ConnectionRowProps = {
  name: ProviderName
  state: ProviderState
  connection: Connection | undefined
  isLeaving: boolean
  onLink: () => void
  onUnlink: (connection: Connection) => void
}

/** One provider: linked since when, or not, and the way to change that. */
export function ConnectionRow({ name, state, connection, isLeaving, onLink, onUnlink }: ConnectionRowProps) {
  const { t, language } = useI18n()
  const isOwn = useMay(connectionsAccess.disconnect)
  const provider = providerLabels[name]
  const linkLabel = t('account:connections.link', { provider })
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2 pr-4 pl-4 sm:pl-5">
      <div className="grid min-w-0">
        <p className="font-medium">{provider}</p>
        <p className="text-sm text-muted-foreground">
          {connection ? (
            <>
              {t('account:connections.since')} <TimeAgo at={connection.createdAt} language={language} />
            </>
          ) : (
            t('account:connections.notLinked')
          )}
        </p>
      </div>
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
    </li>
  )
}

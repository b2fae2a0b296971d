import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadState, RowsSkeleton } from '#/components/load-state.tsx'
import { SettingsSection } from '#/components/settings-section.tsx'
import { showToast } from '#/components/toast.ts'
import { Alert } from '#/components/ui/alert.tsx'
import { useConfirm } from '#/components/use-confirm.tsx'
import { requestAuth } from '#/core/auth/auth-request.ts'
import {
  failureText,
  providerLabels,
  providerNames,
  type ProviderName,
  type ProviderStates,
} from '#/core/auth/providers/providers.ts'
import { useReauthentication } from '#/core/auth/reauthentication.tsx'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { stateOf } from '#/core/trpc/failure.ts'
import { useTRPC } from '#/core/trpc/react.tsx'
import { ConnectionRow, type Connection, type ProviderMark } from './connection-row.tsx'
import { useAccountAct } from './use-account-act.ts'

type ConnectionsSectionProps = {
  providers: ProviderStates
  Mark: ProviderMark
  /** The `error` in the URL with which a provider redirects here after a failed link. */
  failure: string | undefined
}

/** The accounts of other services that sign the user in. Renders nothing without a provider. */
export function ConnectionsSection({ providers, Mark, failure }: ConnectionsSectionProps) {
  const t = useTranslate()
  const query = useQuery(useTRPC().connections.list.queryOptions())
  const wrong = failureText(failure)
  const shown = providerNames.filter(
    (name) => providers[name] !== 'off' || query.data?.items.some(({ provider }) => provider === name),
  )
  if (shown.length === 0) return null
  return (
    <SettingsSection
      title={t('account:connections.title')}
      text={t('account:connections.text')}
      list={
        <LoadState {...stateOf(query)} skeleton={<RowsSkeleton count={shown.length} />}>
          {({ items }) => <Connections names={shown} connections={items} providers={providers} Mark={Mark} />}
        </LoadState>
      }
    >
      {wrong ? <Alert variant="destructive">{t(wrong)}</Alert> : null}
    </SettingsSection>
  )
}

type ConnectionsProps = {
  names: readonly ProviderName[]
  connections: readonly Connection[]
  providers: ProviderStates
  Mark: ProviderMark
}

function Connections({ names, connections, providers, Mark }: ConnectionsProps) {
  const t = useTranslate()
  const queries = useQueryClient()
  const { connections: procedures } = useTRPC()
  const { mutateAsync: disconnect } = useMutation(procedures.disconnect.mutationOptions())
  const { act, dialog: actDialog } = useAccountAct()
  const { withRecentAuth, dialog: linkDialog } = useReauthentication()
  const { ask, dialog } = useConfirm(actDialog)
  const [leaving, setLeaving] = useState<ProviderName>()

  async function link(provider: ProviderName) {
    if (leaving) return
    setLeaving(provider)
    const { refused, answer } = await withRecentAuth(() =>
      requestAuth<{ url: string }>('/link-social', { body: { provider, disableRedirect: true } }),
    )
    if (answer) return location.assign(answer.url)
    setLeaving(undefined)
    await showToast('error', t(refused.code as TranslationKey, refused.params))
  }
  const askToUnlink = (name: ProviderName, { id }: Connection) => {
    const provider = providerLabels[name]
    ask({
      title: t('account:connections.unlinkTitle', { provider }),
      text: t('account:connections.unlinkText', { provider }),
      confirmLabel: t('account:connections.unlinkSubmit', { provider }),
      pendingLabel: t('account:connections.unlinking'),
      onConfirm: async () => {
        const isDone = await act({
          run: () => disconnect({ id }),
          done: t('account:connections.unlinked', { provider }),
        })
        await queries.invalidateQueries(procedures.list.queryFilter())
        return isDone
      },
    })
  }
  return (
    <>
      <ul aria-label={t('account:connections.title')} className="divide-y divide-border">
        {names.map((name) => (
          <ConnectionRow
            key={name}
            name={name}
            Mark={Mark}
            state={providers[name]}
            connection={connections.find(({ provider }) => provider === name)}
            isLeaving={leaving === name}
            onLink={() => void link(name)}
            onUnlink={(connection) => askToUnlink(name, connection)}
          />
        ))}
      </ul>
      {dialog}
      {linkDialog}
    </>
  )
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadState, RowsSkeleton } from '#/components/load-state.tsx'
import { SettingsSection } from '#/components/settings-section.tsx'
import { showToast } from '#/components/toast.ts'
import { Alert } from '#/components/ui/alert.tsx'
import { useConfirm } from '#/components/dialog/use-confirm.tsx'
import { useOutcomeToast } from '#/components/use-outcome-toast.ts'
import { answerOf, requestAuth, useReauthentication } from '@plinth/core/auth'
import {
  failureText,
  providerLabels,
  providerNames,
  type ProviderName,
  type ProviderStates,
} from '../providers.ts'
import type { SettingsProps } from '@plinth/core/feature'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import { stateOf, useTRPC } from '@plinth/core/client'
import { LinkedAccountRow, type LinkedAccount } from './linked-account-row.tsx'
import { rowMotion } from '#/components/row-motion.ts'

/** The accounts of other services that sign the user in. Renders nothing without a provider. */
export function LinkedAccountsSection({ pageSettings: { providers }, failure }: SettingsProps) {
  const t = useTranslate()
  const query = useQuery(useTRPC().linkedAccounts.list.queryOptions())
  const wrong = failureText(failure)
  const shown = providerNames.filter(
    (name) => providers[name] !== 'off' || query.data?.items.some(({ provider }) => provider === name),
  )
  if (shown.length === 0) return null
  return (
    <SettingsSection
      title={t('providers:title')}
      text={t('providers:text')}
      summary={
        query.data?.items.map(({ provider }) => providerLabels[provider]).join(', ') ||
        (query.data && t('app:settings.none'))
      }
      list={
        <LoadState {...stateOf(query)} skeleton={<RowsSkeleton count={shown.length} />}>
          {({ items }) => <LinkedAccounts names={shown} accounts={items} providers={providers} />}
        </LoadState>
      }
    >
      {wrong ? <Alert variant="destructive">{t(wrong)}</Alert> : null}
    </SettingsSection>
  )
}

type LinkedAccountsProps = {
  names: readonly ProviderName[]
  accounts: readonly LinkedAccount[]
  providers: ProviderStates
}

function LinkedAccounts({ names, accounts, providers }: LinkedAccountsProps) {
  const t = useTranslate()
  const queries = useQueryClient()
  const { linkedAccounts } = useTRPC()
  const { mutateAsync: unlink } = useMutation(linkedAccounts.unlink.mutationOptions())
  const { withRecentAuth, dialog: linkDialog } = useReauthentication()
  const { withRecentAuth: unlinkWithRecentAuth, dialog: unlinkDialog } = useReauthentication()
  const showOutcome = useOutcomeToast()
  const { ask, dialog } = useConfirm(unlinkDialog)
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
  const askToUnlink = (name: ProviderName, { id }: LinkedAccount) => {
    const provider = providerLabels[name]
    ask({
      title: t('providers:unlinkTitle', { provider }),
      text: t('providers:unlinkText', { provider }),
      confirmLabel: t('providers:unlinkSubmit', { provider }),
      pendingLabel: t('providers:unlinking'),
      onConfirm: async () => {
        const answer = await unlinkWithRecentAuth(() => answerOf(unlink({ id })))
        const isDone = showOutcome(answer, t('providers:unlinked', { provider }))
        await queries.invalidateQueries(linkedAccounts.list.queryFilter())
        return isDone
      },
    })
  }
  return (
    <>
      <ul ref={rowMotion} aria-label={t('providers:title')} className="divide-y divide-border">
        {names.map((name) => (
          <LinkedAccountRow
            key={name}
            name={name}
            state={providers[name]}
            account={accounts.find(({ provider }) => provider === name)}
            isLeaving={leaving === name}
            onLink={() => void link(name)}
            onUnlink={(account) => askToUnlink(name, account)}
          />
        ))}
      </ul>
      {dialog}
      {linkDialog}
    </>
  )
}

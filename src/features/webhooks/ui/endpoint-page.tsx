import { useMutation, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Page } from '#/components/page.tsx'
import { SettingsCard, SettingsGroup } from '#/components/settings-section.tsx'
import { Alert, AlertDescription } from '#/components/ui/alert.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useMay } from '@plinth/core/access'
import { useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { webhooksAccess } from '../webhooks.access.ts'
import { DeliveriesSection } from './deliveries-section.tsx'
import { EndpointSection, TurnOn } from './endpoint-section.tsx'
import { stateOfEndpoint } from './endpoint-status.tsx'
import { SecretSection } from './secret-section.tsx'
import { useEndpointAct } from './use-endpoint-act.ts'
import { deliveryPages, type Endpoint } from './webhook-queries.ts'

/** An endpoint: its settings, its secret and its deliveries. */
export function EndpointPage({ endpointId }: { endpointId: string }) {
  const t = useTranslate()
  const pages = useSuspenseInfiniteQuery(deliveryPages(useTRPC(), endpointId))
  const endpoint = pages.data.pages[0]?.endpoint
  if (!endpoint) return null
  const state = stateOfEndpoint(endpoint)
  const test = <SendTest endpoint={endpoint} />
  // Before the first delivery, the list's place offers it.
  const isUnused = pages.data.pages.every(({ items }) => items.length === 0)
  return (
    <Page title={new URL(endpoint.url).host} action={isUnused ? null : test}>
      {state === 'off' || state === 'givenUp' ? (
        <Alert variant="warning" className="max-sm:py-3 sm:items-center">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <AlertDescription>{t(`webhooks:endpoint.${state}Notice`)}</AlertDescription>
            <TurnOn endpoint={endpoint} />
          </div>
        </Alert>
      ) : null}
      <SettingsGroup title={t('webhooks:endpoint.group')}>
        <SettingsCard>
          <EndpointSection endpoint={endpoint} />
          <SecretSection endpointId={endpoint.id} />
        </SettingsCard>
      </SettingsGroup>
      <DeliveriesSection pages={pages} isEnabled={endpoint.isEnabled} test={test} />
    </Page>
  )
}

function SendTest({ endpoint: { id, isEnabled } }: { endpoint: Endpoint }) {
  const t = useTranslate()
  const act = useEndpointAct()
  const maySend = useMay(webhooksAccess.manage)
  const { mutateAsync, isPending } = useMutation(useTRPC().webhooks.sendTest.mutationOptions())
  if (!maySend || !isEnabled) return null
  return (
    <Button
      aria-disabled={isPending}
      onClick={() => isPending || void act(() => mutateAsync({ id }), t('webhooks:endpoint.tested'))}
    >
      {t(isPending ? 'webhooks:endpoint.testing' : 'webhooks:endpoint.test')}
    </Button>
  )
}

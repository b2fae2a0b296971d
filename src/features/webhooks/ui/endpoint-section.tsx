import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { SettingsSection } from '#/components/settings-section.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useConfirm } from '#/components/use-confirm.tsx'
import { useMay } from '#/core/access/react.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { useTRPC } from '#/core/trpc/react.tsx'
import { webhooksAccess } from '../webhooks.access.ts'
import { EndpointStatus, useChosenEvents } from './endpoint-status.tsx'
import { useAct } from './use-act.ts'
import type { Endpoint } from './webhook-queries.ts'

const EndpointDialog = lazy(() => import('./endpoint-dialog.tsx'))

/** What an endpoint gets, and how to edit it, turn it off and delete it. */
export function EndpointSection({ endpoint }: { endpoint: Endpoint }) {
  const t = useTranslate()
  const chosenEvents = useChosenEvents()
  const mayChange = useMay(webhooksAccess.manage)
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const { dialog, toggle, remove } = useEndpointActs(endpoint)
  return (
    <SettingsSection
      title={endpoint.url}
      badge={<EndpointStatus endpoint={endpoint} />}
      text={endpoint.eventTypes?.join(', ') ?? chosenEvents(endpoint)}
      action={
        mayChange ? (
          <div className="flex flex-wrap gap-2">
            <Button
              variant="outline"
              size="sm"
              onClick={() => {
                setWanted(true)
                setOpen(true)
              }}
            >
              {t('webhooks:endpoint.edit')}
            </Button>
            <Button variant="outline" size="sm" onClick={toggle}>
              {t(endpoint.isEnabled ? 'webhooks:endpoint.turnOff' : 'webhooks:endpoint.turnOn')}
            </Button>
            <Button variant="outline" size="sm" className="text-destructive-text!" onClick={remove}>
              {t('webhooks:endpoint.delete')}
            </Button>
          </div>
        ) : null
      }
    >
      {isWanted ? (
        <Suspense>
          <EndpointDialog endpoint={endpoint} isOpen={isOpen} onOpenChange={setOpen} />
        </Suspense>
      ) : null}
      {dialog}
    </SettingsSection>
  )
}

/** Turning an endpoint on needs no confirmation; turning it off and deleting it give up deliveries. */
function useEndpointActs({ id, url, isEnabled }: Endpoint) {
  const t = useTranslate()
  const navigate = useNavigate()
  const act = useAct()
  const { webhooks } = useTRPC()
  const update = useMutation(webhooks.update.mutationOptions())
  const remove = useMutation(webhooks.delete.mutationOptions())
  const { ask, dialog } = useConfirm()
  const turnOn = () => act(() => update.mutateAsync({ id, isEnabled: true }), t('webhooks:endpoint.turnedOn'))
  const askToTurnOff = () =>
    ask({
      title: t('webhooks:endpoint.turnOffTitle'),
      text: t('webhooks:endpoint.turnOffText'),
      confirmLabel: t('webhooks:endpoint.turnOff'),
      pendingLabel: t('webhooks:endpoint.turningOff'),
      onConfirm: async () => {
        const run = () => update.mutateAsync({ id, isEnabled: false })
        return (await act(run, t('webhooks:endpoint.turnedOff'))) !== undefined
      },
    })
  const askToRemove = () =>
    ask({
      title: t('webhooks:endpoint.deleteTitle'),
      text: t('webhooks:endpoint.deleteText', { host: new URL(url).host }),
      confirmLabel: t('webhooks:endpoint.delete'),
      pendingLabel: t('webhooks:endpoint.deleting'),
      onConfirm: async () => {
        const run = async () => {
          const deleted = await remove.mutateAsync({ id })
          // Before the page reads its endpoint again.
          await navigate({ to: '/dashboard/webhooks' })
          return deleted
        }
        return (await act(run, t('webhooks:endpoint.deleted'))) !== undefined
      },
    })
  return { dialog, toggle: () => (isEnabled ? askToTurnOff() : void turnOn()), remove: askToRemove }
}

import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { PowerOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { lazyPart } from '#/components/part/lazy-part.tsx'
import { SettingsSection } from '#/components/settings-section.tsx'
import { RowMenu } from '#/components/data-table/row-menu.tsx'
import { PathText } from '#/components/path-text.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useConfirm } from '#/components/dialog/use-confirm.tsx'
import { useMay } from '@plinth/core/access'
import { useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { webhooksAccess } from '../webhooks.access.ts'
import { EndpointStatus, useChosenEvents } from './endpoint-status.tsx'
import { useEndpointAct } from './use-endpoint-act.ts'
import type { Endpoint } from './webhook-queries.ts'

const EndpointDialog = lazyPart(() => import('./endpoint-dialog.tsx'))

/** What an endpoint gets, and how to edit it, turn it off and delete it. */
export function EndpointSection({ endpoint }: { endpoint: Endpoint }) {
  const t = useTranslate()
  const chosenEvents = useChosenEvents()
  const mayChange = useMay(webhooksAccess.manage)
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const { dialog, turnOff, remove } = useEndpointActs(endpoint)
  const entries = [
    // One that is off has the button that turns it on beside the sentence that says so.
    ...(endpoint.isEnabled
      ? [{ key: 'turnOff', label: t('webhooks:endpoint.turnOff'), Icon: PowerOff, onSelect: turnOff }]
      : []),
    {
      key: 'delete',
      label: t('webhooks:endpoint.delete'),
      Icon: Trash2,
      isDangerous: true,
      onSelect: remove,
    },
  ]
  return (
    <SettingsSection
      title={
        <span id="endpoint-url" className="font-mono text-sm leading-none">
          <PathText text={endpoint.url} />
        </span>
      }
      // The notice above says that it is off.
      badge={endpoint.isEnabled ? <EndpointStatus endpoint={endpoint} /> : null}
      text={endpoint.eventTypes?.join(', ') ?? chosenEvents(endpoint)}
      action={
        mayChange ? (
          <div className="flex items-center gap-2">
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
            <RowMenu
              variant="outline"
              size="icon-sm"
              of="endpoint-url"
              groups={[{ key: 'actions', entries }]}
            />
          </div>
        ) : null
      }
    >
      {isWanted ? <EndpointDialog endpoint={endpoint} isOpen={isOpen} onOpenChange={setOpen} /> : null}
      {dialog}
    </SettingsSection>
  )
}

/** Turning an endpoint on needs no confirmation. */
export function TurnOn({ endpoint: { id } }: { endpoint: Endpoint }) {
  const t = useTranslate()
  const act = useEndpointAct()
  const mayChange = useMay(webhooksAccess.manage)
  const { mutateAsync, isPending } = useMutation(useTRPC().webhooks.update.mutationOptions())
  if (!mayChange) return null
  return (
    <Button
      size="sm"
      aria-disabled={isPending}
      onClick={() =>
        isPending || void act(() => mutateAsync({ id, isEnabled: true }), t('webhooks:endpoint.turnedOn'))
      }
    >
      {t('webhooks:endpoint.turnOn')}
    </Button>
  )
}

/** Turning an endpoint off and deleting it give up deliveries, so both are confirmed. */
function useEndpointActs({ id, url }: Endpoint) {
  const t = useTranslate()
  const navigate = useNavigate()
  const act = useEndpointAct()
  const { webhooks } = useTRPC()
  const update = useMutation(webhooks.update.mutationOptions())
  const remove = useMutation(webhooks.delete.mutationOptions())
  const { ask, dialog } = useConfirm()
  const turnOff = () =>
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
  return { dialog, turnOff, remove: askToRemove }
}

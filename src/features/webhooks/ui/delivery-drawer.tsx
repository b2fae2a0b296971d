import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FactList } from '#/components/fact-list.tsx'
import { LoadState, Skeletons } from '#/components/load-state.tsx'
import { Moment } from '#/components/time-ago.tsx'
import type { DialogState } from '#/components/dialog/titled-dialog.tsx'
import { TitledSheet } from '#/components/dialog/titled-sheet.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useMay } from '@plinth/core/access'
import { useI18n, useTranslate } from '@plinth/core/texts'
import { type RouterOutput, stateOf, useTRPC } from '@plinth/core/client'
import { webhooksAccess } from '../webhooks.access.ts'
import { DeliveryStatusBadge, formatDuration } from './delivery-status.tsx'
import { useEndpointAct } from './use-endpoint-act.ts'

type WholeDelivery = RouterOutput['webhooks']['delivery']

/** A delivery: what was sent, what came back, and the button to send it again. */
export default function DeliveryDrawer({ deliveryId, ...dialog }: DialogState & { deliveryId: string }) {
  const t = useTranslate()
  const delivery = useQuery(useTRPC().webhooks.delivery.queryOptions({ id: deliveryId }))
  return (
    <TitledSheet {...dialog} title={delivery.data?.type ?? t('webhooks:deliveries.event')}>
      <LoadState {...stateOf(delivery)} skeleton={<Skeletons heights={['h-32', 'h-40', 'h-40']} />}>
        {(found) => <Details delivery={found} />}
      </LoadState>
    </TitledSheet>
  )
}

function Details({ delivery }: { delivery: WholeDelivery }) {
  const { t, language } = useI18n()
  const { eventId, attempts, attemptedAt, nextAttemptAt, durationMs, responseStatus, problem } = delivery
  const fact = (key: string, name: string, value: ReactNode) => (value === null ? [] : [{ key, name, value }])
  return (
    <>
      <FactList
        facts={[
          ...fact('status', t('webhooks:deliveries.status'), <DeliveryStatusBadge delivery={delivery} />),
          ...fact('problem', t('webhooks:deliveries.problem'), problem && t(`webhooks:problems.${problem}`)),
          ...fact('attempts', t('webhooks:deliveries.attempts'), attempts),
          ...fact(
            'last',
            t('webhooks:deliveries.last'),
            attemptedAt && <Moment at={attemptedAt} language={language} />,
          ),
          ...fact(
            'next',
            t('webhooks:deliveries.next'),
            nextAttemptAt && <Moment at={nextAttemptAt} language={language} />,
          ),
          ...fact('answer', t('webhooks:deliveries.answer'), responseStatus),
          ...fact(
            'duration',
            t('webhooks:deliveries.duration'),
            durationMs === null ? null : formatDuration(durationMs, language),
          ),
          ...fact('id', t('webhooks:deliveries.id'), <code className="font-mono text-xs">{eventId}</code>),
        ]}
      />
      <Resend id={delivery.id} />
      <Content title={t('webhooks:delivery.request')} text={indented(delivery.payload)} />
      <Content
        title={t('webhooks:delivery.response')}
        text={delivery.response ?? ''}
        empty={t(
          delivery.response === null ? 'webhooks:delivery.noResponse' : 'webhooks:delivery.emptyResponse',
        )}
      />
    </>
  )
}

function Resend({ id }: { id: string }) {
  const t = useTranslate()
  const act = useEndpointAct()
  const mayResend = useMay(webhooksAccess.manage)
  const { mutateAsync, isPending } = useMutation(useTRPC().webhooks.resend.mutationOptions())
  if (!mayResend) return null
  return (
    <div>
      <Button
        variant="outline"
        size="sm"
        aria-disabled={isPending}
        onClick={() => isPending || void act(() => mutateAsync({ id }), t('webhooks:delivery.resent'))}
      >
        {t(isPending ? 'webhooks:delivery.resending' : 'webhooks:delivery.resend')}
      </Button>
    </div>
  )
}

function Content({ title, text, empty }: { title: string; text: string; empty?: string }) {
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-medium">{title}</h3>
      {text === '' ? (
        <p className="text-muted-foreground">{empty}</p>
      ) : (
        <pre
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
          tabIndex={0}
          className="fade-at-end [--ground:var(--muted)] overflow-x-auto rounded-lg border border-border bg-(--ground) pl-3 py-2 font-mono text-xs"
        >
          <code>{text}</code>
        </pre>
      )}
    </section>
  )
}

/** The body is sent in one line. */
const indented = (json: string) => JSON.stringify(JSON.parse(json), null, 2)

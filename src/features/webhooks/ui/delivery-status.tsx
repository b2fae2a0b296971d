import { CircleCheck, CircleX, Clock, RotateCw } from 'lucide-react'
import { TimeAgo } from '#/components/time-ago.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { useI18n } from '@plinth/core/texts'
import { cn } from '#/lib/cn.ts'
import type { Delivery, ListedEndpoint } from './webhook-queries.ts'

const variants = {
  waiting: 'info',
  retrying: 'warning',
  succeeded: 'success',
  failed: 'destructive',
} as const

const icons = {
  waiting: { Icon: Clock, color: 'text-muted-foreground' },
  retrying: { Icon: RotateCw, color: 'text-warning-text' },
  succeeded: { Icon: CircleCheck, color: 'text-success-text' },
  failed: { Icon: CircleX, color: 'text-destructive-text' },
} as const

const shownStatus = ({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>) =>
  status === 'waiting' && attempts > 0 ? 'retrying' : status

/** What has become of a delivery. */
export function DeliveryStatusBadge({ delivery }: { delivery: Delivery }) {
  const { t } = useI18n()
  const shown = shownStatus(delivery)
  return <Badge variant={variants[shown]}>{t(`webhooks:deliveryStatus.${shown}`)}</Badge>
}

/** What has become of an endpoint's newest delivery, and when. A row has a badge already. */
export function LastDelivery({ endpoint: { lastDelivery } }: { endpoint: ListedEndpoint }) {
  const { t, language } = useI18n()
  if (!lastDelivery)
    return <span className="text-muted-foreground">{t('webhooks:deliveries.emptyTitle')}</span>
  const { problem, at } = lastDelivery
  const shown = shownStatus(lastDelivery)
  const { Icon, color } = icons[shown]
  return (
    <span
      className="flex flex-wrap items-center gap-x-1 whitespace-nowrap md:flex-nowrap"
      title={problem ? t(`webhooks:problems.${problem}`) : undefined}
    >
      <span className="flex items-center gap-1.5">
        <Icon className={cn('size-4 shrink-0', color)} aria-hidden="true" />
        {t(`webhooks:deliveryStatus.${shown}`)}
      </span>
      <span className="text-muted-foreground">
        <span aria-hidden="true">· </span>
        <TimeAgo at={at} language={language} />
      </span>
    </span>
  )
}

/** How long an answer took, such as `120 ms`. */
export const formatDuration = (milliseconds: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'millisecond' }).format(milliseconds)

import { Badge } from '#/components/ui/badge.tsx'
import { useI18n } from '#/core/i18n/react.tsx'
import type { Delivery } from './webhook-queries.ts'

const variants = {
  waiting: 'info',
  retrying: 'warning',
  succeeded: 'success',
  failed: 'destructive',
} as const

/** What has become of a delivery. */
export function DeliveryStatusBadge({ delivery: { status, attempts } }: { delivery: Delivery }) {
  const { t } = useI18n()
  const shown = status === 'waiting' && attempts > 0 ? 'retrying' : status
  return <Badge variant={variants[shown]}>{t(`webhooks:deliveryStatus.${shown}`)}</Badge>
}

/** How long an answer took, such as `120 ms`. */
export const formatDuration = (milliseconds: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'millisecond' }).format(milliseconds)

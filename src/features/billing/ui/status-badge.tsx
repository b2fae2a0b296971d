import { Badge, type BadgeVariant } from '#/components/ui/badge.tsx'
import { useTranslate } from '@plinth/core/texts'

const statuses = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete', 'canceled'] as const
const looks: Record<(typeof statuses)[number], BadgeVariant> = {
  active: 'success',
  trialing: 'info',
  past_due: 'destructive',
  unpaid: 'destructive',
  paused: 'warning',
  incomplete: 'warning',
  canceled: 'outline',
}

/** How a subscription is doing, in the words of the provider; nothing for a word that is new. */
export function StatusBadge({ status }: { status: string | null | undefined }) {
  const t = useTranslate()
  const known = statuses.find((one) => one === status)
  return known ? <Badge variant={looks[known]}>{t(`billing:status.${known}`)}</Badge> : null
}

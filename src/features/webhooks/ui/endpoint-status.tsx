import { Badge, type BadgeVariant } from '#/components/ui/badge.tsx'
import { useTranslate } from '@plinth/core/texts'
import type { Endpoint } from './webhook-queries.ts'

const variants = {
  active: 'success',
  failing: 'destructive',
  off: 'secondary',
  givenUp: 'destructive',
} as const

type State = keyof typeof variants

export function stateOfEndpoint({ isEnabled, failingSince }: Endpoint): State {
  if (isEnabled) return failingSince === null ? 'active' : 'failing'
  return failingSince === null ? 'off' : 'givenUp'
}

/** Whether an endpoint gets its events. */
export function EndpointStatus({ endpoint }: { endpoint: Endpoint }) {
  const t = useTranslate()
  const state = stateOfEndpoint(endpoint)
  return <Badge variant={variants[state] satisfies BadgeVariant}>{t(`webhooks:state.${state}`)}</Badge>
}

/** Which events an endpoint gets. */
export function useChosenEvents(): (endpoint: Endpoint) => string {
  const t = useTranslate()
  return ({ eventTypes }) =>
    eventTypes === null
      ? t('webhooks:list.allEvents')
      : t('webhooks:list.someEvents', { count: eventTypes.length })
}

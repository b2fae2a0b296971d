import { createFileRoute } from '@tanstack/react-router'
import { metricsEndpoint } from '@plinth/core/app/server'

/** For Prometheus, which has no session: the handler checks METRICS_TOKEN. 404 without that setting. */
export const Route = createFileRoute('/metrics')({
  staticData: { access: 'public' },
  server: { handlers: { GET: metricsEndpoint } },
})

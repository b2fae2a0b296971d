import { createFileRoute } from '@tanstack/react-router'
import { metricsEndpoint } from '#/app/server/metrics-endpoint.server.ts'

/**
 * For a Prometheus that knows METRICS_TOKEN, which the handler asks for: it has no session. 404 without that
 * setting.
 */
export const Route = createFileRoute('/metrics')({
  staticData: { access: 'public' },
  server: { handlers: { GET: metricsEndpoint } },
})

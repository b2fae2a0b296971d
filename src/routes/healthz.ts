import { createFileRoute } from '@tanstack/react-router'

/** Liveness: the process responds. */
export const Route = createFileRoute('/healthz')({
  staticData: { access: 'public' },
  server: { handlers: { GET: () => Response.json({ status: 'ok' }) } },
})

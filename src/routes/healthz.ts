import { createFileRoute } from '@tanstack/react-router'

/** The process answers. */
export const Route = createFileRoute('/healthz')({
  staticData: { access: 'public' },
  server: { handlers: { GET: () => Response.json({ status: 'ok' }) } },
})

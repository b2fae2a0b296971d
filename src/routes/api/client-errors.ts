import { createFileRoute } from '@tanstack/react-router'
import { logClientError } from '@plinth/core/app/server'

/** Errors of pages, reported by the browsers of users and visitors. */
export const Route = createFileRoute('/api/client-errors')({
  staticData: { access: 'public' },
  server: { handlers: { POST: logClientError } },
})

import { createFileRoute } from '@tanstack/react-router'
import { readiness } from '@plinth/core/app/server'

/** Readiness: the database responds and is migrated, so this instance may get traffic. */
export const Route = createFileRoute('/readyz')({
  staticData: { access: 'public' },
  server: { handlers: { GET: readiness } },
})

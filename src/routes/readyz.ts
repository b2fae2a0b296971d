import { createFileRoute } from '@tanstack/react-router'
import { readiness } from '#/app/server/readiness.server.ts'

/** The database answers and is migrated: this instance may get traffic. */
export const Route = createFileRoute('/readyz')({
  staticData: { access: 'public' },
  server: { handlers: { GET: readiness } },
})

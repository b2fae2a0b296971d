import { createFileRoute } from '@tanstack/react-router'
import { appRouter, getServices } from '@plinth/core/app/server'

/** The operations are loaded with the first request to one. */
const handle = async ({ request }: { request: Request }) => {
  const { answerRest } = await import('#/features/api/index.server.ts')
  return answerRest({ request, application: getServices, router: appRouter })
}

export const Route = createFileRoute('/api/v1/$')({
  staticData: { access: 'public', isForPrograms: true },
  server: { handlers: { GET: handle, POST: handle, PATCH: handle, PUT: handle, DELETE: handle } },
})

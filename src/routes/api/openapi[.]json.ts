import { createFileRoute } from '@tanstack/react-router'
import { appRouter, getServices } from '@plinth/core/app/server'

const handle = async ({ request }: { request: Request }) => {
  const { answerOpenApi } = await import('#/features/api/index.server.ts')
  return answerOpenApi({ request, application: getServices, router: appRouter })
}

export const Route = createFileRoute('/api/openapi.json')({
  staticData: { access: 'public' },
  server: { handlers: { GET: handle } },
})

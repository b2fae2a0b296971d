import { createFileRoute } from '@tanstack/react-router'
import { appRouter, getServices } from '@plinth/core/app/server'

const handle = async ({ request }: { request: Request }) => {
  const { answerMcp } = await import('#/features/api/index.server.ts')
  return answerMcp({ request, application: getServices, router: appRouter })
}

export const Route = createFileRoute('/api/mcp')({
  staticData: { access: 'public', isForPrograms: true },
  server: { handlers: { POST: handle } },
})

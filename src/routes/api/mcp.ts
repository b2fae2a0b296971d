import { createFileRoute } from '@tanstack/react-router'
import { getServices } from '@plinth/core/app/server/services.server.ts'

const router = async () => (await import('@plinth/core/app/registry/router.server.ts')).makeAppRouter()

const handle = async ({ request }: { request: Request }) => {
  const { answerMcp } = await import('#/features/api/index.server.ts')
  return answerMcp({ request, application: getServices, router })
}

export const Route = createFileRoute('/api/mcp')({
  staticData: { access: 'public', isForPrograms: true },
  server: { handlers: { POST: handle } },
})

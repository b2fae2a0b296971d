import { createFileRoute } from '@tanstack/react-router'
import { installed } from '@plinth/core/feature/server'

const handle = async () => {
  const { authorizationServer } = await import('#/features/connections/index.server.ts')
  return authorizationServer(installed())
}

export const Route = createFileRoute('/.well-known/oauth-authorization-server/api/auth')({
  staticData: { access: 'public', isForPrograms: true },
  server: { handlers: { GET: handle } },
})

import { createFileRoute } from '@tanstack/react-router'
import { authEndpoints } from '#/app/registry/auth-endpoints.server.ts'
import { getServices } from '#/app/server/services.server.ts'
import { handleAuthRequest } from '#/core/auth/auth-handler.server.ts'

const handle = async ({ request }: { request: Request }) =>
  handleAuthRequest(await getServices(), authEndpoints, request)

export const Route = createFileRoute('/api/auth/$')({
  staticData: { access: 'public' },
  server: { handlers: { GET: handle, POST: handle } },
})

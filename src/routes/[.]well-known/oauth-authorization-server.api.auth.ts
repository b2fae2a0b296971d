import { createFileRoute } from '@tanstack/react-router'
import { installed } from '#/app/registry/installed.server.ts'

const router = async () => (await import('#/app/registry/router.server.ts')).appRouter

const handle = async () => {
  const { authorizationServer } = await import('#/features/connections/index.server.ts')
  return authorizationServer({ router, tokenAudience: installed.tokenAudience })
}

export const Route = createFileRoute('/.well-known/oauth-authorization-server/api/auth')({
  staticData: { access: 'public', isForPrograms: true },
  server: { handlers: { GET: handle } },
})

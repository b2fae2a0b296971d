import { createFileRoute } from '@tanstack/react-router'

/** Better Auth is loaded with the first request to it; sessions are read without it. */
const handle = async ({ request }: { request: Request }) => {
  const { answerAuthRequest } = await import('@plinth/core/app/server/auth-requests.server.ts')
  return answerAuthRequest(request)
}

export const Route = createFileRoute('/api/auth/$')({
  staticData: { access: 'public' },
  server: { handlers: { GET: handle, POST: handle } },
})

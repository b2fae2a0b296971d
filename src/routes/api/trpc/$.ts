import { createFileRoute } from '@tanstack/react-router'

/** The verbs are loaded with the first request to one. */
const handle = async ({ request }: { request: Request }) => {
  const { answerTrpcRequest } = await import('@plinth/core/app/server/trpc-requests.server.ts')
  return answerTrpcRequest(request)
}

export const Route = createFileRoute('/api/trpc/$')({
  staticData: { access: 'public' },
  server: { handlers: { GET: handle, POST: handle } },
})

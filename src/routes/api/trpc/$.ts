import { createFileRoute } from '@tanstack/react-router'
import { answerTrpcRequest } from '@plinth/core/app/server'

const handle = ({ request }: { request: Request }) => answerTrpcRequest(request)

export const Route = createFileRoute('/api/trpc/$')({
  staticData: { access: 'public' },
  server: { handlers: { GET: handle, POST: handle } },
})

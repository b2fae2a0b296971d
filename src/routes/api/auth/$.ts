import { createFileRoute } from '@tanstack/react-router'
import { answerAuthRequest } from '@plinth/core/app/server'

const handle = ({ request }: { request: Request }) => answerAuthRequest(request)

export const Route = createFileRoute('/api/auth/$')({
  staticData: { access: 'public', hasSecretUrl: true },
  server: { handlers: { GET: handle, POST: handle } },
})

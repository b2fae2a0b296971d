import { createFileRoute } from '@tanstack/react-router'
import { getServices } from '@plinth/core/app/server'

/** Called by the payment provider, which signs what it sends. */
const handle = async ({ request }: { request: Request }) => {
  const { receiveEvent } = await import('#/features/billing/index.server.ts')
  return receiveEvent(request, getServices)
}

export const Route = createFileRoute('/api/billing/webhook')({
  staticData: { access: 'public', isForPrograms: true },
  server: { handlers: { POST: handle } },
})

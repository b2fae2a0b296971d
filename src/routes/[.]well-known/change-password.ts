import { createFileRoute } from '@tanstack/react-router'
import { redirectTo } from '@plinth/core/server'

/**
 * Where password managers send users to change their password (W3C: A Well-Known URL for Changing
 * Passwords).
 */
export const Route = createFileRoute('/.well-known/change-password')({
  staticData: { access: 'public' },
  server: {
    handlers: {
      GET: ({ request }: { request: Request }) =>
        redirectTo('/dashboard/settings-enhanced?tab=security', { origin: new URL(request.url).origin }),
    },
  },
})

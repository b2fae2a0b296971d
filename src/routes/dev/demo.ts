import { createFileRoute } from '@tanstack/react-router'
import { guardedRoute, openDemo } from '@plinth/core/app/server'

export const Route = createFileRoute('/dev/demo')({
  staticData: { access: 'local' },
  server: { handlers: { POST: guardedRoute('local', ({ request }) => openDemo(request)) } },
})

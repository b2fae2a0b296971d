import { createFileRoute } from '@tanstack/react-router'
import { guardedRoute, mailboxJson } from '@plinth/core/app/server'

export const Route = createFileRoute('/dev/mailbox.json')({
  staticData: { access: 'local' },
  server: { handlers: { GET: guardedRoute('local', ({ request }) => mailboxJson(request)) } },
})

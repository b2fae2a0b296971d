import { createFileRoute } from '@tanstack/react-router'
import { guardedRoute } from '@plinth/core/app/server/guarded.server.ts'
import { mailboxJson } from '@plinth/core/app/server/mailbox-json.server.ts'

export const Route = createFileRoute('/dev/mailbox.json')({
  staticData: { access: 'local' },
  server: { handlers: { GET: guardedRoute('local', ({ request }) => mailboxJson(request)) } },
})

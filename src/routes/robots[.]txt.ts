import { createFileRoute } from '@tanstack/react-router'
import { robotsText } from '#/shell/document/site-files.server.ts'

/** What crawlers may read: the public pages. */
export const Route = createFileRoute('/robots.txt')({
  staticData: { access: 'public' },
  server: { handlers: { GET: robotsText } },
})

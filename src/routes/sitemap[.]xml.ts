import { createFileRoute } from '@tanstack/react-router'
import { sitemap } from '#/app/server/site-files.server.ts'

/** The public pages, for crawlers. */
export const Route = createFileRoute('/sitemap.xml')({
  staticData: { access: 'public' },
  server: { handlers: { GET: sitemap } },
})

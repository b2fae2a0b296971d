import { createFileRoute } from '@tanstack/react-router'
import { sitemap } from '#/shell/document/site-files.server.ts'

/** The public pages, for crawlers. */
export const Route = createFileRoute('/sitemap.xml')({
  staticData: { access: 'public' },
  server: { handlers: { GET: sitemap } },
})

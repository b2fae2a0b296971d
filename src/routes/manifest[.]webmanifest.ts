import { createFileRoute } from '@tanstack/react-router'
import { webManifest } from '#/shell/document/site-files.server.ts'

/** Name and icons for a home screen. */
export const Route = createFileRoute('/manifest.webmanifest')({
  staticData: { access: 'public' },
  server: { handlers: { GET: webManifest } },
})

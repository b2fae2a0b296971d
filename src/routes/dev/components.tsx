import { createFileRoute } from '@tanstack/react-router'
import { reachServer } from '@plinth/core/client'
import { Preferences } from '#/shell/settings/preferences.tsx'
import { requireLocalMode } from '#/shell/functions/local-mode.functions.ts'
import { titled } from '#/shell/document/root-head.ts'
import { GalleryPage } from '#/features/gallery/index.ts'

export const Route = createFileRoute('/dev/components')({
  beforeLoad: ({ context }) => context.i18n.load(['gallery']),
  loader: () => requireLocalMode({ fetch: reachServer }),
  // Where access is denied, the title must not reveal that the page exists.
  head: ({ match, loaderData }) =>
    titled(match.context.i18n.t(loaderData ? 'gallery:title' : 'app:notFound.title')),
  component: Page,
  staticData: { access: 'local' },
})

function Page() {
  return <GalleryPage Preferences={Preferences} />
}

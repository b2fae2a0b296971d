import { createFileRoute } from '@tanstack/react-router'
import { PublicHeader } from '#/shell/public-layout.tsx'
import { PitchPage, loadShowcase } from '#/features/pitch/index.ts'

export const Route = createFileRoute('/_public/')({
  loader: async ({ context: { i18n } }) => {
    await Promise.all([i18n.load(['pitch']), loadShowcase(i18n)])
  },
  component: Page,
  staticData: { access: 'public', layout: 'bare', isShared: true },
})

function Page() {
  const { viewer, pageSettings } = Route.useRouteContext()
  return (
    <PitchPage signedIn={viewer !== null} hasDemo={pageSettings.isLocal === true} Header={PublicHeader} />
  )
}

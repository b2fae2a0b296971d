import { createFileRoute } from '@tanstack/react-router'
import { PublicHeader } from '#/shell/public-layout.tsx'
import { HomePage, loadShowcase } from '#/features/home/index.ts'

export const Route = createFileRoute('/_public/')({
  loader: async ({ context: { i18n } }) => {
    await Promise.all([i18n.load(['home']), loadShowcase(i18n)])
  },
  component: Page,
  staticData: { access: 'public', layout: 'own' },
})

function Page() {
  const { viewer } = Route.useRouteContext()
  return <HomePage signedIn={viewer !== null} Header={PublicHeader} />
}

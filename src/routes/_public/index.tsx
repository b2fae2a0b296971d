import { createFileRoute } from '@tanstack/react-router'
import { Home } from '#/app/pages/home.tsx'

export const Route = createFileRoute('/_public/')({
  beforeLoad: ({ context }) => context.i18n.load(['home']),
  component: Page,
  staticData: { access: 'public' },
})

function Page() {
  return <Home signedIn={Route.useRouteContext().viewer !== null} />
}

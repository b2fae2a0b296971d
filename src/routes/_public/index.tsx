import { createFileRoute } from '@tanstack/react-router'
import { HomePage, loadShowcase } from '#/features/home/index.ts'

export const Route = createFileRoute('/_public/')({
  beforeLoad: ({ context }) => context.i18n.load(['home']),
  loader: ({ context }) => loadShowcase(context.i18n),
  component: Page,
  staticData: { access: 'public' },
})

function Page() {
  return <HomePage signedIn={Route.useRouteContext().viewer !== null} />
}

import { createFileRoute } from '@tanstack/react-router'
import { PublicHeader } from '#/shell/public-layout.tsx'
import { HomePage } from '#/features/home/index.ts'

export const Route = createFileRoute('/_public/')({
  loader: ({ context }) => context.i18n.load(['home']),
  component: Page,
  staticData: { access: 'public', layout: 'bare' },
})

function Page() {
  const { viewer } = Route.useRouteContext()
  return <HomePage signedIn={viewer !== null} Header={PublicHeader} />
}

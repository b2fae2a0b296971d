import { createFileRoute, redirect } from '@tanstack/react-router'
import { sitePage } from '#/app/registry/site-page.ts'

export const Route = createFileRoute('/_public/')({
  beforeLoad: ({ context }) => {
    if (!sitePage) throw redirect({ to: '/dashboard' })
    return context.i18n.load(sitePage.namespaces)
  },
  loader: ({ context }) => sitePage?.load?.(context.i18n),
  component: Page,
  staticData: { access: 'public' },
})

function Page() {
  const { viewer } = Route.useRouteContext()
  return sitePage ? <sitePage.Page signedIn={viewer !== null} /> : null
}

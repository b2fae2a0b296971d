import { createFileRoute, redirect } from '@tanstack/react-router'
import { sitePage } from '#/app/registry/site-page.ts'

export const Route = createFileRoute('/_public/')({
  loader: async ({ context: { i18n } }) => {
    if (!sitePage) throw redirect({ to: '/dashboard' })
    await Promise.all([i18n.load(sitePage.namespaces), sitePage.load?.(i18n)])
  },
  component: Page,
  staticData: { access: 'public' },
})

function Page() {
  const { viewer } = Route.useRouteContext()
  return sitePage ? <sitePage.Page signedIn={viewer !== null} /> : null
}

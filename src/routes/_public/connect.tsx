import { createFileRoute } from '@tanstack/react-router'
import { titled } from '#/app/shell/document/root-head.ts'
import { usePageOwner } from '#/app/shell/use-session-watch.ts'
import { ConnectPage, loadConnect } from '#/features/connections/index.ts'

export const Route = createFileRoute('/_public/connect')({
  loader: async ({ context, location }) => {
    await context.i18n.load(['connections', '*:scopeNames'])
    return loadConnect(context, location)
  },
  head: ({ match }) => titled(match.context.i18n.t('connections:connect.title')),
  component: Page,
  staticData: { access: 'public' },
})

function Page() {
  usePageOwner(Route.useRouteContext().viewer)
  return <ConnectPage {...Route.useLoaderData()} />
}

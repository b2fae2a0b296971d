import { createFileRoute } from '@tanstack/react-router'
import { titled } from '#/shell/document/root-head.ts'
import { inScopeOf } from '#/shell/query-client/workspace-scope.tsx'
import { ConnectPage, loadConnect } from '#/features/connections/index.ts'

export const Route = createFileRoute('/_public/connect')({
  // For the re-authentication, which any page of a signed-in user may ask for.
  beforeLoad: async ({ context: { viewer, queries } }) => void (viewer && (await queries.ready())),
  loader: async ({ context, location }) => {
    await context.i18n.load(['connections', 'account', 'security', '*:scopeNames'])
    return loadConnect(context, location)
  },
  head: ({ match }) => titled(match.context.i18n.t('connections:connect.title')),
  component: Page,
  staticData: { access: 'public' },
})

function Page() {
  const { viewer, queries } = Route.useRouteContext()
  return inScopeOf(viewer, queries, <ConnectPage {...Route.useLoaderData()} />)
}

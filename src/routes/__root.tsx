import { createRootRouteWithContext, isNotFound } from '@tanstack/react-router'
import { RootDocument } from '#/app/shell/document/root-document.tsx'
import { rootHead } from '#/app/shell/document/root-head.ts'
import { bannerNamespaces } from '#/app/shell/public-banners.tsx'
import type { RouterContext } from '#/app/shell/query-client/router-context.ts'
import { loadOnce } from '#/lib/load-once.ts'

// Loaded on demand, so that the first view doesn't carry it.
const guard = loadOnce(() => import('#/app/shell/guard-routes.ts'))

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context, matches, location }) => {
    const { guardRoutes } = await guard()
    try {
      guardRoutes({ ...context, matches, href: location.href })
    } catch (error) {
      if (isNotFound(error)) await loadNotFound(context, location.pathname)
      throw error
    }
    await context.i18n.load(['page:any', ...bannerNamespaces(context.viewer)])
  },
  // A denied page has the title of an unknown one.
  head: ({ match, matches }) =>
    rootHead(match.context.i18n, matches.length === 1 || match._notFound === true),
  shellComponent: RootDocument,
  staticData: { access: 'public' },
})

/** A denied page hydrates too: it needs its translations and, under the dashboard, the query client. */
async function loadNotFound({ i18n, queries, viewer }: RouterContext, path: string): Promise<void> {
  await i18n.load(['page:any', ...bannerNamespaces(viewer)])
  if (path.startsWith('/dashboard')) await queries.ready()
}

import { createRootRouteWithContext, isNotFound } from '@tanstack/react-router'
import { RootDocument } from '#/shell/document/root-document.tsx'
import { rootHead } from '#/shell/document/root-head.ts'
import { bannerNamespaces } from '#/shell/public-banners.tsx'
import type { RouterContext } from '#/shell/query-client/router-context.ts'
import { loadOnce } from '#/lib/load-once.ts'

// Loaded on demand, so that the first view doesn't carry it.
const guard = loadOnce(() => import('#/shell/guard-routes.ts'))

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context, matches, location }): Promise<{ isDenied?: true }> => {
    const { guardRoutes } = await guard()
    const texts = () => context.i18n.load(['page:any', ...bannerNamespaces(context.viewer)])
    try {
      const isDenied = guardRoutes({ ...context, matches, href: location.href })
      await texts()
      return isDenied ? { isDenied } : {}
    } catch (error) {
      // The page of a denied path shows its texts too.
      if (isNotFound(error)) await texts()
      throw error
    }
  },
  // A denied page has the title of an unknown one.
  head: ({ match, matches }) =>
    rootHead(match.context.i18n, matches.length === 1 || match._notFound === true),
  shellComponent: RootDocument,
  staticData: { access: 'public' },
})

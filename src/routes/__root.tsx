import { createRootRouteWithContext, isNotFound } from '@tanstack/react-router'
import { RootDocument } from '#/app/shell/document/root-document.tsx'
import { rootHead } from '#/app/shell/document/root-head.ts'
import type { RouterContext } from '#/app/shell/query-client/router-context.ts'

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context, matches, location }) => {
    guard ??= await import('#/app/shell/guard-routes.ts')
    await guard
      .guardRoutes({
        viewer: context.viewer,
        halfSignedIn: context.halfSignedIn,
        matches,
        href: location.href,
      })
      .catch(async (refusal: unknown) => {
        if (isNotFound(refusal)) await loadRefused(context, location.pathname)
        throw refusal
      })
    await context.i18n.load(['app', 'errors'])
  },
  // A page that is refused bears the title of an unknown one.
  head: ({ match, matches }) =>
    rootHead(match.context.i18n, matches.length === 1 || match._notFound === true),
  shellComponent: RootDocument,
  staticData: { access: 'public' },
})

// Asked on the server for the first page, so no first view carries it. Kept, because the server asks for
// every page.
let guard: typeof import('#/app/shell/guard-routes.ts') | undefined

/**
 * A page that is refused is a whole page too: its script wants its texts, and under the dashboard looks for
 * the queries that came with it.
 */
async function loadRefused({ i18n, data }: RouterContext, path: string): Promise<void> {
  await i18n.load(['app', 'errors'])
  if (path.startsWith('/dashboard')) await data.ready()
}

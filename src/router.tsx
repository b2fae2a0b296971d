import { createRouter, type AnyRouter } from '@tanstack/react-router'
import { createLazyQueries } from '#/shell/query-client/query-client.ts'
import { errorOnPage } from '#/shell/error-on-page.ts'
import { readPageStart } from '#/shell/functions/page-start.functions.ts'
import type { PrefetchedQuery, RouterContext } from '#/shell/query-client/router-context.ts'
import { reportErrors } from '#/shell/report-errors.ts'
import { routeMatching } from '@plinth/core/app'
import { scrollKey } from '#/shell/scroll-key.ts'
import { ErrorPage, NotFoundPage, PendingPage } from '#/shell/status-pages.tsx'
import { ignoreSkippedTransitions } from '#/shell/document/view-transitions.ts'
import { I18nProvider, type SentTexts } from '@plinth/core/texts'
// oxlint-disable-next-line import/no-cycle -- the generated tree imports this file's type
import { routeTree } from './routeTree.gen.ts'

// TanStack Start merges these at run time. Its types only allow them in its own configuration file, which
// would add to every page.
const onPage = { serializationAdapters: [errorOnPage] }

/** One router per page (browser) or per request (server). */
export async function getRouter() {
  const {
    i18n,
    restoreI18n,
    viewer,
    pendingSecondFactor,
    sessionIsOver,
    sidebarCollapsed,
    display,
    pageSettings,
    nonce,
  } = await readPageStart()
  const queries = createLazyQueries((): AnyRouter => router)
  const router = createRouter({
    routeTree,
    context: {
      i18n,
      viewer,
      pendingSecondFactor,
      sessionIsOver,
      sidebarCollapsed,
      display,
      pageSettings,
      queries,
    },
    defaultPreload: 'intent',
    // Route data is always stale; until it is reloaded, the query cache decides what is shown.
    defaultStaleTime: 0,
    defaultPreloadStaleTime: 0,
    // A page renders when its loaders are done, also on later visits: cached queries take no time.
    defaultStaleReloadMode: 'blocking',
    scrollRestoration: true,
    getScrollRestorationKey: (location): string => scrollKey(router, location),
    defaultViewTransition: true,
    ...routeMatching,
    defaultPendingMs: 200,
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    ssr: { nonce },
    ...onPage,
    dehydrate: (): PageState => ({
      texts: i18n.sent(),
      viewer,
      pendingSecondFactor,
      sidebarCollapsed,
      pageSettings,
      prefetched: queries.current?.prefetched(),
    }),
    hydrate: async ({ texts, prefetched, ...known }: PageState) => {
      const translated = restoreI18n(texts)
      router.update({ context: { ...router.options.context, ...known } })
      // Hydration does not run `beforeLoad` again.
      if (prefetched) (await queries.ready()).restore(prefetched)
      await translated
    },
    Wrap: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>,
  })
  if (typeof document !== 'undefined') {
    ignoreSkippedTransitions()
    reportErrors(router)
    // zod probes `new Function`, which the content security policy forbids and reports. Read when zod loads.
    Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
  }
  return router
}

type PageState = Pick<
  RouterContext,
  'viewer' | 'pendingSecondFactor' | 'sidebarCollapsed' | 'pageSettings'
> & {
  texts: SentTexts
  /** Undefined for pages without a query client. */
  prefetched: PrefetchedQuery[] | undefined
}

declare module '@tanstack/react-router' {
  interface Register {
    router: Awaited<ReturnType<typeof getRouter>>
  }
}

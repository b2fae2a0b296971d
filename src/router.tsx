import { createRouter, type AnyRouter } from '@tanstack/react-router'
import { createDataHolder } from '#/app/shell/query-client/query-client.ts'
import type { SentQuery } from '#/app/shell/query-client/router-context.ts'
import { errorOnPage } from '#/app/shell/error-on-page.ts'
import { readPageStart } from '#/app/server/page-start.functions.ts'
import type { RouterContext } from '#/app/shell/query-client/router-context.ts'
import { ErrorPage, NotFoundPage, PendingPage } from '#/app/shell/status-pages.tsx'
import { calmViewTransitions } from '#/app/shell/document/view-transitions.ts'
import { I18nProvider } from '#/core/i18n/react.tsx'
import { routeTree } from './routeTree.gen.ts'

// Start merges these with its own at run time; its types leave the option to Start's own configuration, which
// would weigh on every page.
const onPage = { serializationAdapters: [errorOnPage] }

/** One router per page (browser) or per request (server). */
export async function getRouter() {
  const {
    i18n,
    restoreI18n,
    viewer,
    halfSignedIn,
    sidebarCollapsed,
    display,
    signsUpAtOnce,
    providers,
    nonce,
  } = await readPageStart()
  const data = createDataHolder((): AnyRouter => router)
  const router = createRouter({
    routeTree,
    context: { i18n, viewer, halfSignedIn, sidebarCollapsed, display, signsUpAtOnce, providers, data },
    defaultPreload: 'intent',
    // Route data is always stale; the query cache decides what is shown meanwhile.
    defaultStaleTime: 0,
    defaultPreloadStaleTime: 0,
    // A page is drawn when its loaders are done, also a second time: they take no time for what the cache
    // holds.
    defaultStaleReloadMode: 'blocking',
    scrollRestoration: true,
    defaultViewTransition: true,
    trailingSlash: 'preserve',
    defaultPendingMs: 400,
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    ssr: { nonce },
    ...onPage,
    dehydrate: (): PageState => ({
      viewer,
      halfSignedIn,
      sidebarCollapsed,
      signsUpAtOnce,
      providers,
      queries: data.current?.sent(),
    }),
    hydrate: async ({ queries, ...known }: PageState) => {
      restoreI18n()
      router.update({ context: { ...router.options.context, ...known } })
      // The browser takes over without running `beforeLoad` again.
      if (queries) (await data.ready()).restore(queries)
    },
    Wrap: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>,
  })
  if (typeof document !== 'undefined') {
    calmViewTransitions()
    // zod tries `new Function` to learn whether it may; the content policy forbids it and would report every
    // try. Read when zod comes, with a form.
    Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
  }
  return router
}

type PageState = Pick<
  RouterContext,
  'viewer' | 'halfSignedIn' | 'sidebarCollapsed' | 'signsUpAtOnce' | 'providers'
> & {
  /** Of pages that have asked for the data layer. */
  queries: SentQuery[] | undefined
}

declare module '@tanstack/react-router' {
  interface Register {
    router: Awaited<ReturnType<typeof getRouter>>
  }
}

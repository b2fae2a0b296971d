import type { AnyTRPCRouter } from '@trpc/server'
import type { ServerFeature } from '#/feature.server.ts'
import { attachmentsRouter } from '#/attachments/attachments.router.server.ts'
import { referencesRouter } from '#/references/references.router.server.ts'
import { requireScopes } from '#/trpc/scopes.server.ts'
import { router } from '#/trpc/trpc.server.ts'
import { getServices } from '../server/services.server.ts'
import { lazily } from '#/lib/lazily.ts'
import { installed, serverFeatures, type InstalledFeature } from './installed.server.ts'
import { merged, type Intersection } from './merged.ts'

// Conditional: a feature without routers would turn the whole intersection into unknown.
type RoutersOf<Feature> = Feature extends {
  readonly routers: (...given: never[]) => Promise<infer Routers>
}
  ? Routers
  : never

/** The procedures of core. The overview asks the features what they show in it. */
const ownRouters = async () => ({
  attachments: attachmentsRouter,
  overview: (await import('../overview/overview.router.server.ts')).overviewRouter,
  references: referencesRouter,
})
type Routers = Intersection<RoutersOf<InstalledFeature>> & Awaited<ReturnType<typeof ownRouters>>

/** The procedures of core and of every installed feature. */
export type AppRouter = ReturnType<typeof router<Routers>>

/**
 * Makes the router of all features, once. Its files are loaded with the first call. Its type is written, so
 * that a declaration leaves it to the project what is installed.
 */
export const makeAppRouter: () => Promise<AppRouter> = lazily(async () => {
  let made: AppRouter | undefined
  /** For a call, when it has been made. */
  function all(): AnyTRPCRouter {
    if (!made) throw new Error('The router has not been made')
    return made
  }
  const parts = [
    { name: 'core', scopes: undefined, entries: await ownRouters() },
    ...(await Promise.all(
      serverFeatures().map(async ({ name, scopes, routers }: ServerFeature) => ({
        name,
        scopes,
        entries: await routers?.(installed(), getServices, all),
      })),
    )),
  ]
  for (const { name, scopes, entries } of parts)
    requireScopes(name, { declared: scopes, router: router({ ...entries }) })
  made = router(merged('the router', parts) as Routers)
  return made
})

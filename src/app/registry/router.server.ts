import type { AnyTRPCRouter } from '@trpc/server'
import type { ServerFeature } from '@plinth/core/feature.server.ts'
import { attachmentsRouter } from '@plinth/core/attachments/attachments.router.server.ts'
import { referencesRouter } from '@plinth/core/references/references.router.server.ts'
import { requireScopes } from '@plinth/core/trpc/scopes.server.ts'
import { router } from '@plinth/core/trpc/trpc.server.ts'
import { overviewRouter } from '../pages/overview/overview.router.server.ts'
import { getServices } from '../server/services.server.ts'
import { installed, serverFeatures, type InstalledFeature } from './installed.server.ts'
import { merged, type Intersection } from './merged.ts'

// Conditional: a feature without routers would turn the whole intersection into unknown.
type RoutersOf<Feature> = Feature extends {
  readonly routers: (...given: never[]) => Promise<infer Routers>
}
  ? Routers
  : never

const ownRouters = { attachments: attachmentsRouter, overview: overviewRouter, references: referencesRouter }
type Routers = Intersection<RoutersOf<InstalledFeature>> & typeof ownRouters

const all = (): AnyTRPCRouter => appRouter

const parts = [
  { name: 'app', scopes: undefined, entries: ownRouters },
  ...(await Promise.all(
    serverFeatures.map(async ({ name, scopes, routers }: ServerFeature) => ({
      name,
      scopes,
      entries: await routers?.(installed, getServices, all),
    })),
  )),
]

/** The procedures of all features. The file is loaded with the first call. */
export const appRouter = router(merged('the router', parts) as Routers)

for (const { name, scopes, entries } of parts)
  requireScopes(name, { declared: scopes, router: router({ ...entries }) })

export type AppRouter = typeof appRouter

declare module '@plinth/core/trpc/react.tsx' {
  interface Register {
    router: AppRouter
  }
}

import type { AppRouter } from '@plinth/core/app/registry/router.server.ts'
import type * as features from './app.ts'
import type * as serverFeatures from './app.server.ts'

// What is installed, for the types of core.
declare module '@plinth/core/feature.ts' {
  interface Register {
    features: typeof features
    serverFeatures: typeof serverFeatures
  }
}

declare module '@plinth/core/trpc/react.tsx' {
  interface Register {
    router: AppRouter
  }
}

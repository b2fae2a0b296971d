import type { AppRouter } from '@plinth/core/app/server'
import type * as features from './app.ts'
import type * as serverFeatures from './app.server.ts'
import type { languageNames } from './languages.ts'
import type { sideRoles } from './roles.ts'

// What is installed, for the types of core.
declare module '@plinth/core/app' {
  interface Register {
    features: typeof features
    serverFeatures: typeof serverFeatures
  }
  interface RegisterLanguage {
    language: keyof typeof languageNames
  }
  interface RegisterRole {
    role: (typeof sideRoles)[number]
  }
  interface RegisterRouter {
    router: AppRouter
  }
}

import { router } from '#/core/trpc/trpc.server.ts'
import { createChatsRouter } from '#/features/chat/index.server.ts'
import { createAdministrationRouter } from '#/features/administration/index.server.ts'
import { auditRouter } from '#/features/audit-log/index.server.ts'
import {
  accountRouter,
  connectionsRouter,
  passkeysRouter,
  sessionsRouter,
} from '#/features/account/index.server.ts'
import { documentsRouter } from '#/features/documents/index.server.ts'
import { beforeAccountDeletion, organizationsRouter } from '#/features/organizations/index.server.ts'
import { postsRouter } from '#/features/posts/index.server.ts'
import { preferencesRouter } from '#/features/preferences/index.server.ts'
import { profileRouter } from '#/features/profile/index.server.ts'
import { todosRouter } from '#/features/todos/index.server.ts'
import { chatServices } from './chat-parts.server.ts'
import { permissionsRouter } from '../pages/permissions/permissions.router.server.ts'
import { overviewRouter } from '../pages/overview/overview.router.server.ts'

export const appRouter = router({
  admin: createAdministrationRouter(beforeAccountDeletion),
  audit: auditRouter,
  chats: createChatsRouter(chatServices),
  account: accountRouter,
  connections: connectionsRouter,
  documents: documentsRouter,
  organizations: organizationsRouter,
  overview: overviewRouter,
  passkeys: passkeysRouter,
  permissions: permissionsRouter,
  posts: postsRouter,
  preferences: preferencesRouter,
  profile: profileRouter,
  sessions: sessionsRouter,
  todos: todosRouter,
})

export type AppRouter = typeof appRouter

declare module '#/core/trpc/react.tsx' {
  interface Register {
    router: AppRouter
  }
}

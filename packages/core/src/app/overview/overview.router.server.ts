import { procedure, router } from '#/trpc/trpc.server.ts'
import { overviewAccess } from './overview.access.ts'
import { readOverview } from './read-overview.server.ts'

export const overviewRouter = router({
  read: procedure(overviewAccess.read).query(({ ctx }) => readOverview(ctx)),
})

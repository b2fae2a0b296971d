import { procedure, router } from '#/core/trpc/trpc.server.ts'
import { listActivity } from './list-activity.server.ts'
import { listSteps } from './list-steps.server.ts'
import { overviewAccess } from './overview.access.ts'

export const overviewRouter = router({
  steps: procedure(overviewAccess.steps).query(({ ctx }) => listSteps(ctx)),
  activity: procedure(overviewAccess.activity).query(({ ctx }) => listActivity(ctx)),
})

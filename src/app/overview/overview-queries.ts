import { once } from '#/core/trpc/react.tsx'

/** The queries of the home page of the dashboard, for its loader and its parts alike. */
export const steps = once((trpc) => trpc.overview.steps.queryOptions())
export const activity = once((trpc) => trpc.overview.activity.queryOptions())

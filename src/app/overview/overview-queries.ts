import type { Trpc } from '#/core/trpc/react.tsx'

/** The queries of the home page of the dashboard, for its loader and its parts alike. */
export const steps = (trpc: Trpc) => trpc.overview.steps.queryOptions()
export const activity = (trpc: Trpc) => trpc.overview.activity.queryOptions()

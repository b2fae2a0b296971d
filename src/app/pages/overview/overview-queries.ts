import type { Trpc } from '#/core/trpc/react.tsx'

/** The query of the home page of the dashboard, for its loader and its parts alike. */
export const overview = (trpc: Trpc) => trpc.overview.read.queryOptions()

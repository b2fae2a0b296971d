import { once } from '#/core/trpc/react.tsx'

/** The query of the home page of the dashboard, for its loader and its parts alike. */
export const overview = once((trpc) => trpc.overview.read.queryOptions())

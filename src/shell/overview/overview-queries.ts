import type { Trpc } from '@plinth/core/client'

/** The query of the dashboard's home page. */
export const overview = (trpc: Trpc) => trpc.overview.read.queryOptions()

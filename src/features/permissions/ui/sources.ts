import { queryOptions } from '@tanstack/react-query'
import type { Trpc } from '@plinth/core/client'

/** The source files shown on the page. They only change with a build. */
export const sources = (trpc: Trpc) =>
  queryOptions({ ...trpc.permissions.sources.queryOptions(), staleTime: Infinity })

import { queryOptions } from '@tanstack/react-query'
import type { Trpc } from '#/core/trpc/react.tsx'

/** The code shown on the page; it changes with a build only. */
export const sources = (trpc: Trpc) =>
  queryOptions({ ...trpc.permissions.sources.queryOptions(), staleTime: Infinity })

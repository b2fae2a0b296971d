import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import type { Viewer } from '@plinth/core/access'
import type { RouterOutput, Trpc } from '@plinth/core/client'
import { type WireError, failureOf } from '@plinth/core/page'

export type ShownRequest = RouterOutput['connectedApps']['request']

/** What the consent page shows: what an app asks for, or why that can't be answered. */
export type Connect = {
  /** Empty if the page was opened without a request. */
  request: string
  shown?: ShownRequest
  failure?: WireError
  /** Why the server refused the app's request, as OAuth says it. */
  error?: string
}

type Context = {
  viewer: Viewer | null
  queries: { ready(): Promise<{ queryClient: QueryClient; trpc: Trpc }> }
}

/** Never cached: a request is over after minutes. Visitors sign in first. */
export async function loadConnect(
  { viewer, queries }: Context,
  { href, searchStr }: { href: string; searchStr: string },
): Promise<Connect> {
  const search = new URLSearchParams(searchStr)
  const request = search.get('request') ?? ''
  const [error] = /^[a-z_]{1,40}$/.exec(search.get('error') ?? '') ?? []
  if (request === '' || error !== undefined) return { request, error }
  if (!viewer) throw redirect({ to: '/login', search: { redirect: href } })
  try {
    const { queryClient, trpc } = await queries.ready()
    const query = trpc.connectedApps.request.queryOptions({ request })
    return { request, shown: await queryClient.query({ ...query, staleTime: 0 }) }
  } catch (thrown) {
    const { code, params } = failureOf(thrown)
    if (!code.startsWith('connections:') && code !== 'errors:invalid') throw thrown
    return { request, failure: { code, params } }
  }
}

import type { Auth } from '@plinth/core/internal/auth/auth.server.ts'

/**
 * Every HTTP endpoint of Better Auth and its plugins, as `POST /sign-in/email`, from the library's own list.
 */
export function libraryEndpointsOf(auth: Auth): string[] {
  const endpoints = Object.values(auth.api) as {
    path?: string
    options?: { method?: string | string[]; metadata?: { SERVER_ONLY?: boolean } }
  }[]
  return endpoints
    .flatMap(({ path, options }) =>
      [options?.method ?? []].flat().flatMap((method) => (path ? `${method} ${path}` : [])),
    )
    .toSorted()
}

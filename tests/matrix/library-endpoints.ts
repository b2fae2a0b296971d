import type { Auth } from '#/core/auth/auth.server.ts'

/**
 * Every endpoint that Better Auth and its plugins bring over HTTP, as `POST /sign-in/email`, by the library's
 * own list.
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

import { resolveRedirect } from '#/lib/safe-redirect.ts'

type Redirect = { origin: string; status?: 302 | 303; headers?: HeadersInit; otherwise?: string }

/**
 * Redirects to a page of this origin, or to `otherwise` when `target` leads elsewhere. The only code that
 * writes a Location header.
 */
export function redirectTo(
  target: string,
  { origin, status = 302, headers, otherwise = '/' }: Redirect,
): Response {
  const all = new Headers(headers)
  all.set('location', resolveRedirect(target, origin) ?? otherwise)
  return new Response(null, { status, headers: all })
}

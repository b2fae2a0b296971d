import type { SignedIn } from './session.server.ts'

const sessionCookie = /^(__Secure-)?better-auth\.session_token=/

/**
 * The request as Better Auth may see it: without a session cookie that stands for nobody. The library reads sessions by itself and asks about a ban
 * only at sign-in, so it would take a banned person's for good. Throws AppError unavailable when the database is away.
 */
export async function withoutEndedSession(door: { signedIn(headers: Headers): Promise<SignedIn> }, request: Request): Promise<Request> {
  const cookies = request.headers.get('cookie')?.split(/;\s*/) ?? []
  if (!cookies.some((pair) => sessionCookie.test(pair))) return request
  const { actor } = await door.signedIn(request.headers)
  if (actor.kind === 'user') return request
  const headers = new Headers(request.headers)
  headers.set('cookie', cookies.filter((pair) => !sessionCookie.test(pair)).join('; '))
  return new Request(request, { headers })
}

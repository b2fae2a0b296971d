import { redirectTo } from '#/http/redirect.server.ts'
import { DEMO_VISITOR } from '../registry/demo/demo-users.server.ts'
import { getServices } from './services.server.ts'

/**
 * Signs this browser in to the demo, as the sign-in page does, and opens its dashboard; the sign-in page if
 * that fails, such as with a password that was changed. Only served to this machine.
 */
export async function openDemo(request: Request): Promise<Response> {
  const { demo } = await getServices()
  const { origin } = new URL(request.url)
  if (demo?.password === undefined) return redirectTo('/login', { origin, status: 303 })
  const headers = new Headers(request.headers)
  headers.set('content-type', 'application/json')
  headers.delete('content-length')
  const body = JSON.stringify({ email: DEMO_VISITOR, password: demo.password })
  const { answerAuthRequest } = await import('./auth-requests.server.ts')
  const answer = await answerAuthRequest(
    new Request(`${origin}/api/auth/sign-in/email`, { method: 'POST', headers, body }),
  )
  const cookies = answer.headers.getSetCookie().map((cookie): [string, string] => ['set-cookie', cookie])
  return redirectTo(answer.ok ? '/dashboard' : '/login', { origin, status: 303, headers: cookies })
}

import type { RunningApp } from '@plinth/testing/programs/running-app.ts'

export const demoPassword = 'measured-not-guessed-1'

/**
 * Signs a demo user in and returns the Cookie header. The app must have been started with DEMO_PASSWORD set
 * to `demoPassword`.
 */
export async function signIn(app: RunningApp, email = 'ada@example.com'): Promise<string> {
  const response = await fetch(`${app.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin: app.url, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  })
  if (!response.ok) throw new Error(`Sign-in answered ${response.status}: ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

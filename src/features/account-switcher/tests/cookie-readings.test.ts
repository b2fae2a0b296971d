import { expect, test } from 'vitest'
import { sharedApp } from '@plinth/testing/http/open-app.ts'
import { cookieOf, requestWith } from '@plinth/testing/http/two-readings.ts'
import { verifiedUser } from '@plinth/testing/http/verified-user.ts'

const app = await sharedApp()
const request = (path: string, cookie: string) => requestWith(app, cookie, { path })

test('a value signed for one cookie is not valid under another name', async () => {
  const { client, email } = await verifiedUser(app)
  const { name, value } = cookieOf(client, 'session_token')
  // An account cookie of this browser as the active session, and vice versa.
  const account = cookieOf(client, String.raw`_multi-[\w-]+`)
  for (const cookie of [
    `${name}=${account.value}`,
    `${account.name}=${value}`,
    `${name.replace('session_token', 'admin_session')}=${value}`,
  ]) {
    const answer = await request('/api/auth/multi-session/list-device-sessions', cookie)
    expect([answer.status, answer.body.includes(email)], cookie).toEqual([200, false])
    expect((await request('/api/auth/get-session', cookie)).body, cookie).not.toContain(email)
  }
})

import { beforeAll, describe, expect, test } from 'vitest'
import { openApp, type AppUnderTest } from '../support/http/open-app.ts'
import { newEmail, signIn, signUp } from '../support/http/users.ts'

const TOKEN = 'k3vT9mQ2xW8zR5nB7cJ4hL6p'

let app: AppUnderTest
beforeAll(async () => {
  app = await openApp({ METRICS_TOKEN: TOKEN })
})

/** Connections in use, and callers who wait for one. */
async function connections(): Promise<{ used: number; waiting: number }> {
  const text = await (
    await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  ).text()
  const valueOf = (state: string) =>
    Number(new RegExp(`^plinth_database_connections\\{state="${state}"\\} (\\S+)$`, 'm').exec(text)?.[1])
  return { used: valueOf('total') - valueOf('idle'), waiting: valueOf('waiting') }
}

describe('sixty passwords at once', () => {
  test.each(['of one user', 'of unknown addresses', 'of sign-ups'])(
    'hold no connection of the database while they are hashed: %s',
    async (whose) => {
      const { email } = await signUp(app)
      const attempts = Array.from({ length: 60 }, () => {
        if (whose === 'of sign-ups') return signUpAs(newEmail())
        return signIn(app, whose === 'of one user' ? email : newEmail(), { password: 'wrong, every time' })
      })
      let isOver = false
      const done = Promise.all(attempts).finally(() => (isOver = true))
      const seen: { used: number; waiting: number }[] = []
      while (!isOver) {
        seen.push(await connections())
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      const statuses = new Set((await done).map(({ status }) => status))
      expect([...statuses].filter((status) => ![200, 401, 429, 503].includes(status))).toEqual([])
      // With hashing inside the transaction the pool is full all the time. Without, it is full for the
      // queries only, which take a larger share on a busy machine.
      const busy = seen.filter(({ used, waiting }) => used > 10 || waiting > 0).length
      expect(busy / seen.length).toBeLessThan(0.9)
    },
  )
})

const signUpAs = (email: string) =>
  fetch(`${app.url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { origin: app.url, 'content-type': 'application/json' },
    body: JSON.stringify({ firstName: 'Eva', lastName: 'Lux', email, password: 'vier rote Ziegel am Fluss' }),
  })

import { beforeAll, describe, expect, test } from 'vitest'
import { openApp, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { newEmail, signIn, signUp } from '@plinth/testing/http/users.ts'

let app: AppUnderTest
beforeAll(async () => {
  app = await openApp()
})

describe('sixty concurrent passwords', () => {
  test.each(['of one user', 'of unknown addresses', 'of sign-ups'])(
    'block nobody else: others get a response before the sixty are done, %s',
    async (whose) => {
      const { email, client } = await signUp(app)
      const attempts = Array.from({ length: 60 }, () => {
        if (whose === 'of sign-ups') return signUpAs(newEmail())
        return signIn(app, whose === 'of one user' ? email : newEmail(), { password: 'wrong, every time' })
      })
      let isOver = false
      const done = Promise.all(attempts).finally(() => (isOver = true))
      const read = await client.get('/api/trpc/sessions.list')
      expect([read.status, isOver]).toEqual([200, false])
      const statuses = new Set((await done).map(({ status }) => status))
      expect([...statuses].filter((status) => ![200, 401, 429, 503].includes(status))).toEqual([])
    },
  )
})

const signUpAs = (email: string) =>
  fetch(`${app.url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { origin: app.url, 'content-type': 'application/json' },
    body: JSON.stringify({ firstName: 'Eva', lastName: 'Lux', email, password: 'vier rote Ziegel am Fluss' }),
  })

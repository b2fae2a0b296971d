// packages/core/test/http/stream-access.slow.test.ts has the other ways to lose access.
import { beforeAll, test } from 'vitest'
import { PASSWORD } from '@plinth/testing/http/open-app.ts'
import {
  everything,
  expectCut,
  ok,
  openStage,
  type Stage,
  type Way,
} from '@plinth/testing/http/stream-access.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})

const ways: readonly Way[] = [
  [
    'sign out of all accounts of the browser, another being active',
    everything,
    async ({ victim, owner, atTwin }) => {
      await ok(victim.client.post('/api/auth/sign-in/email', { email: owner.email, password: PASSWORD }))
      await ok(atTwin(victim.client).post('/api/auth/sign-out', {}))
    },
  ],
  [
    'sign out of one account of the browser',
    everything,
    async ({ victim, owner, atTwin }) => {
      await ok(victim.client.post('/api/auth/sign-in/email', { email: owner.email, password: PASSWORD }))
      const accounts = (await (
        await victim.client.get('/api/auth/multi-session/list-device-sessions')
      ).json()) as {
        session: { token: string; userId: string }
      }[]
      const own = accounts.find((one) => one.session.userId === victim.id)
      await ok(
        atTwin(victim.client).post('/api/auth/multi-session/revoke', {
          sessionToken: own?.session.token,
        }),
      )
    },
  ],
]

test.each(ways)('streams of a user who loses access are cut off within seconds: %s', (...way) =>
  expectCut(stage, way),
)

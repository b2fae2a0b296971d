// Every way to lose access, with every kind of stream: two instances, the streams on one, the action on the
// other.
import { eq } from 'drizzle-orm'
import { beforeAll, test } from 'vitest'
import { session } from '@plinth/core/database/server'
import { createHttpClient } from '@plinth/testing/http-client.ts'
import { PASSWORD } from '@plinth/testing/http/open-app.ts'
import {
  acted,
  everything,
  expectCut,
  ok,
  openStage,
  type Stage,
  type Way,
} from '@plinth/testing/http/stream-access.ts'
import { mutate, query } from '@plinth/testing/http/trpc-client.ts'
import { newestLink } from '@plinth/testing/http/users.ts'

const NEXT = 'sieben blaue Boote im Wind'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})

const ways: readonly Way[] = [
  [
    'revoke one session',
    everything,
    async ({ second, atTwin }) => {
      const { items } = (await query(second, 'sessions.list')).data as {
        items: { id: string; current: boolean }[]
      }
      const other = items.find(({ current }) => !current)
      await acted(mutate(atTwin(second), 'sessions.revoke', { id: other?.id }))
    },
  ],
  [
    'revoke the other sessions',
    everything,
    ({ second, atTwin }) => acted(mutate(atTwin(second), 'sessions.revokeOthers', undefined)),
  ],
  ['sign out', everything, ({ victim, atTwin }) => ok(atTwin(victim.client).post('/api/auth/sign-out', {}))],
  [
    'change the password and sign out the others',
    everything,
    ({ second, atTwin }) =>
      ok(
        atTwin(second).post('/api/auth/change-password', {
          currentPassword: PASSWORD,
          newPassword: NEXT,
          revokeOtherSessions: true,
        }),
      ),
  ],
  [
    'reset the password',
    everything,
    async ({ victim, app, twin }) => {
      await ok(
        createHttpClient(app.url).post('/api/auth/request-password-reset', {
          email: victim.email,
          redirectTo: '/reset-password',
        }),
      )
      const token = (await newestLink(app, victim.email)).searchParams.get('token')
      await ok(
        createHttpClient(twin.url, app.url).post('/api/auth/reset-password', { token, newPassword: NEXT }),
      )
    },
  ],
  [
    'a ban',
    everything,
    ({ victim, admin }) =>
      acted(
        mutate(admin, 'admin.users.ban', {
          userId: victim.id,
          reason: 'x',
          expiresAt: new Date(Date.now() + 86_400_000),
        }),
      ),
  ],
  [
    'sessions revoked by an administrator',
    everything,
    ({ victim, admin }) => acted(mutate(admin, 'admin.users.revokeSessions', { userId: victim.id })),
  ],
  [
    'the account deleted',
    everything,
    ({ victim, admin }) => acted(mutate(admin, 'admin.users.delete', { userId: victim.id })),
  ],
  [
    'no longer an administrator',
    ['administrator'],
    ({ victim, admin }) => acted(mutate(admin, 'admin.users.setRole', { userId: victim.id, role: 'user' })),
  ],
  [
    'rows of sessions deleted by hand',
    everything,
    ({ victim, app }) => app.db.delete(session).where(eq(session.userId, victim.id)),
  ],
]

test.each(ways)('streams of a user who loses access are cut off within seconds: %s', (...way) =>
  expectCut(stage, way),
)

import { sql } from 'drizzle-orm'
import { mail } from '@plinth/core/internal/email/mail.table.server.ts'
import { createId } from '@plinth/core/schema'
import { actorOf, createUser } from '@plinth/testing/factories.ts'
import type { World } from '../../../tests/matrix/actors.ts'
import { expectedAnswers } from '../../../tests/matrix/table.ts'
import { storeErrors } from './server/store-errors.server.ts'

const somebody = async ({ db }: World) => ({ userId: (await createUser(db)).id })
const ban = () => ({ reason: 'Spam', expiresAt: new Date(Date.now() + 3_600_000) })
const many = async (world: World) => ({ userIds: [(await somebody(world)).userId] })
const administrator = async ({ db }: World) => ({
  userId: actorOf(await createUser(db, { role: 'admin' })).userId,
})
async function waitingMail({ db }: World) {
  const id = createId()
  const texts = { language: 'en', template: 'banned', subject: '', text: '', html: '', links: [] }
  await db.insert(mail).values({ id, to: 'x@example.com', ...texts })
  return { kind: 'mail', id }
}

async function scheduledJob({ db }: World) {
  await db.execute(
    sql`insert into pgboss.schedule (name, cron) values ('count-figures', '* * * * *') on conflict do nothing`,
  )
  return { name: 'count-figures' }
}

const unknownJob = { kind: 'job', name: 'unknown', id: '0197f3a1-7a53-7b6e-9d0b-5f5b8c1e2d3f' }
const loggedError = {
  fingerprint: 'matrix',
  name: 'Error',
  message: 'it is broken',
  frame: null,
  place: null,
  requestId: null,
  count: 1,
  firstAt: new Date(),
  lastAt: new Date(),
}

// packages/core/test/http/impersonation.test.ts covers administrators without a recent authentication.

export const rows = expectedAnswers(
  `
  #                                                     stranger unverified personal member admin owner foreign appAdmin impersonating banned pending
  admin.stats                                           401      403        403      403    403   403   403     200      403           401    401
  admin.users.list                                      401      403        403      403    403   403   403     200      403           401    401
  admin.users.count                                     401      403        403      403    403   403   403     200      403           401    401
  admin.users.get                                       401      403        403      403    403   403   403     200      403           401    401
  admin.users.get (unknown)                             401      403        403      403    403   403   403     404      403           401    401
  admin.users.create                                    401      403        403      403    403   403   403     200      403           401    401
  admin.users.ban                                       401      403        403      403    403   403   403     200      403           401    401
  admin.users.ban (oneself)                             401      403        403      403    403   403   403     403      403           401    401
  admin.users.banMany                                   401      403        403      403    403   403   403     200      403           401    401
  admin.users.unban                                     401      403        403      403    403   403   403     200      403           401    401
  admin.users.unbanMany                                 401      403        403      403    403   403   403     200      403           401    401
  admin.users.revokeSessions                            401      403        403      403    403   403   403     200      403           401    401
  admin.users.revokeSessionsMany                        401      403        403      403    403   403   403     200      403           401    401
  admin.users.revokeSession (unknown)                   401      403        403      403    403   403   403     404      403           401    401
  admin.users.setRole                                   401      403        403      403    403   403   403     200      403           401    401
  admin.users.delete                                    401      403        403      403    403   403   403     200      403           401    401
  admin.users.delete (unknown)                          401      403        403      403    403   403   403     404      403           401    401
  admin.errors.list                                     401      403        403      403    403   403   403     200      403           401    401
  admin.errors.resolve                                  401      403        403      403    403   403   403     200      403           401    401
  admin.errors.resolve (unknown)                        401      403        403      403    403   403   403     404      403           401    401
  admin.queues.list                                     401      403        403      403    403   403   403     200      403           401    401
  admin.queues.retry                                    401      403        403      403    403   403   403     200      403           401    401
  admin.queues.retry (unknown)                          401      403        403      403    403   403   403     404      403           401    401
  admin.queues.discard                                  401      403        403      403    403   403   403     200      403           401    401
  admin.queues.discard (unknown)                        401      403        403      403    403   403   403     404      403           401    401
  admin.queues.scheduled                                401      403        403      403    403   403   403     200      403           401    401
  admin.queues.run                                      401      403        403      403    403   403   403     200      403           401    401
  admin.queues.run (unknown)                            401      403        403      403    403   403   403     404      403           401    401

  GET /api/admin/users.csv                              401      403        403      403    403   403   403     200      403           401    401
  POST /api/auth/admin/impersonate-user                 401      403        403      403    403   403   403     200      403           401    401
  POST /api/auth/admin/impersonate-user (administrator)  401      403        403      403    403   403   403     403      403           401    401
  POST /api/auth/admin/impersonate-user (unknown)       401      403        403      403    403   403   403     404      403           401    401
  POST /api/auth/admin/stop-impersonating               401      409        409      409    409   409   409     409      200           401    401

  GET /dashboard/admin                                  >/login  404        404      404    404   404   404     200      404           >/login
  GET /dashboard/admin/users                            >/login  404        404      404    404   404   404     200      404           >/login
  `,
  {
    'admin.users.get': async (world) => ({ input: { id: (await somebody(world)).userId } }),
    'admin.users.get (unknown)': () => ({ input: { id: 'unknown' } }),
    'admin.users.create': (_, { column }) => ({
      input: { name: 'Eva Lux', email: `${column}-${Date.now()}@example.org`, role: 'user' },
    }),
    'admin.users.ban': async (world) => ({ input: { ...(await somebody(world)), ...ban() } }),
    'admin.users.ban (oneself)': (_, { actor }) => ({
      input: { userId: actor?.userId ?? 'unknown', ...ban() },
    }),
    'admin.users.banMany': async (world) => ({ input: { ...(await many(world)), ...ban() } }),
    'admin.users.unban': async (world) => ({ input: await somebody(world) }),
    'admin.users.unbanMany': async (world) => ({ input: await many(world) }),
    'admin.users.revokeSessions': async (world) => ({ input: await somebody(world) }),
    'admin.users.revokeSessionsMany': async (world) => ({ input: await many(world) }),
    'admin.users.revokeSession (unknown)': async (world) => ({
      input: { ...(await somebody(world)), sessionId: 'unknown' },
    }),
    'admin.users.setRole': async (world) => ({ input: { ...(await somebody(world)), role: 'admin' } }),
    'admin.users.delete': async (world) => ({ input: await somebody(world) }),
    'admin.users.delete (unknown)': () => ({ input: { userId: 'unknown' } }),
    'admin.errors.resolve': async ({ db }) => {
      await storeErrors(db, [loggedError])
      return { input: { fingerprint: loggedError.fingerprint } }
    },
    'admin.queues.retry (unknown)': () => ({ input: unknownJob }),
    'admin.queues.retry': async (world) => ({ input: await waitingMail(world) }),
    'admin.queues.discard': async (world) => ({ input: await waitingMail(world) }),
    'admin.queues.discard (unknown)': () => ({ input: unknownJob }),
    'admin.queues.run': async (world) => ({ input: await scheduledJob(world) }),
    'admin.queues.run (unknown)': () => ({ input: { name: 'unknown' } }),
    'admin.errors.resolve (unknown)': () => ({ input: { fingerprint: 'unknown' } }),
    'POST /api/auth/admin/impersonate-user': async (world) => ({
      body: { ...(await somebody(world)), reason: 'They asked for help' },
    }),
    'POST /api/auth/admin/impersonate-user (administrator)': async (world) => ({
      body: { ...(await administrator(world)), reason: 'Just so' },
    }),
    'POST /api/auth/admin/impersonate-user (unknown)': () => ({
      body: { userId: 'unknown', reason: 'Just so' },
    }),
  },
)

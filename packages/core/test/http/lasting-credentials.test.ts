import { eq, getTableName, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { userColumns } from '@plinth/core/internal/app/registry/user-columns.server.ts'
import type { CredentialEvent } from '@plinth/core/internal/auth/user-columns.server.ts'
import { account, user } from '@plinth/core/database/server'
import { featureFixtures } from '@plinth/testing/feature-fixtures.ts'
import type { HttpClient } from '@plinth/testing/http-client.ts'
import { administrator } from '@plinth/testing/http/administration-client.ts'
import { endSessionWhile } from '@plinth/testing/http/end-session-while.ts'
import {
  credentialRows,
  NEXT,
  openFirstProof,
  tablesOf,
  type FirstProof,
} from '@plinth/testing/http/first-proof.ts'
import { PASSWORD } from '@plinth/testing/http/open-app.ts'
import { mutate } from '@plinth/testing/http/trpc-client.ts'
import { codeOf, letAuthenticationAge, verifiedUser } from '@plinth/testing/http/verified-user.ts'

// What outlasts a session, as packages/core/src/auth/user-columns.server.ts declares it.

let stage: FirstProof
beforeAll(async () => {
  stage = await openFirstProof()
})

const credentials = userColumns().filter((data) => data.is === 'credential')
const creations = new Set(credentials.flatMap(({ creation }) => ('calls' in creation ? creation.calls : [])))
const samples: Record<string, object> = Object.assign(
  {},
  ...featureFixtures.map((one) => one.creations ?? {}),
)

async function answerOf(client: HttpClient, call: string, input: object): Promise<unknown[]> {
  const [method, path] = call.split(' ')
  if (path === undefined) {
    const { status, code } = await mutate(client, call, input)
    return [status, code]
  }
  return codeOf(method === 'GET' ? client.get(path) : client.post(path, input))
}

test('what creates something that outlasts a session is named with an example', () => {
  expect(creations.size).toBeGreaterThan(0)
  expect([...creations].filter((call) => samples[call] === undefined)).toEqual([])
  expect(Object.keys(samples).filter((call) => !creations.has(call))).toEqual([])
  // Either calls, at least one, or a reason.
  expect(
    credentials.filter(
      ({ creation }) => ('calls' in creation ? creation.calls : [creation.without]).length === 0,
    ),
  ).toEqual([])
})

test.each([...creations])('%s requires an authentication of the last ten minutes', async (call) => {
  const { app } = stage
  const { id, client } = await verifiedUser(app)
  // Some forms ask for the password, where there is one.
  await app.db.update(account).set({ providerId: 'google' }).where(eq(account.userId, id))
  await letAuthenticationAge(app, id)
  expect(await answerOf(client, call, samples[call] ?? {})).toEqual([403, 'errors:reauthenticate'])
})

test.each([...creations])('%s fails for a session that ends while it waits', async (call) => {
  const { app } = stage
  const { id, client } = await verifiedUser(app)
  await app.db.update(account).set({ providerId: 'google' }).where(eq(account.userId, id))
  // An example may be refused before it waits.
  const [status] = await endSessionWhile(app, id, () => answerOf(client, call, samples[call] ?? {}))
  expect(status).toBeGreaterThanOrEqual(400)
})

/** What the rows of a table are at this event, if all credentials in it agree. */
function declaredAt(event: CredentialEvent): Map<string, 'ends' | 'stays' | 'both'> {
  const at = new Map<string, 'ends' | 'stays' | 'both'>()
  for (const { column, at: outcomes } of credentials.filter(({ column: { table } }) => table !== user)) {
    const table = getTableName(column.table)
    const known = at.get(table)
    at.set(table, known === undefined || known === outcomes[event] ? outcomes[event] : 'both')
  }
  return at
}

describe.each<[string, CredentialEvent, (given: { id: string; client: HttpClient }) => Promise<unknown>]>([
  [
    'a changed password',
    'revokedTrust',
    ({ client }) =>
      client.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: NEXT }),
  ],
  [
    'signing out everywhere else',
    'signedOut',
    ({ client }) => mutate(client, 'sessions.revokeOthers', undefined),
  ],
  [
    'a sign-out by an administrator',
    'revokedAccess',
    async ({ id }) =>
      mutate((await administrator(stage.app)).client, 'admin.users.revokeSessions', { userId: id }),
  ],
])('%s', (_, event, act) => {
  test('ends of the credentials what they declare', async () => {
    const { app, browser, credentialsOf } = stage
    await app.db.execute(sql`delete from limit_counter`)
    const { id, email, client } = await verifiedUser(app)
    await browser().post('/api/auth/sign-in/email', { email, password: PASSWORD })
    const made = await credentialsOf(client, { email, isVerified: true, hasMailbox: true })
    expect(made.length > 0).toBe(featureFixtures.some((one) => one.credentials))
    expect((await mutate(client, 'account.requestDeletion', { email })).status).toBe(200)
    const before = await credentialRows(app, id)
    expect(await act({ id, client })).toMatchObject({ status: 200 })
    const after = await credentialRows(app, id)
    for (const [table, outcome] of declaredAt(event)) {
      const rows = [...before].filter((row) => tablesOf([row])[0] === table)
      const left = rows.filter((row) => after.has(row))
      // Its own session, and what only a column of several says.
      if (outcome === 'stays') expect(left, table).toEqual(rows)
      if (outcome === 'ends') expect(left.length, table).toBeLessThanOrEqual(table === 'session' ? 1 : 0)
    }
  })
})

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { parseEnv } from '#/core/env/env.server.ts'
import { actorOf, createSession, createUser } from '../../../tests/support/factories.ts'
import { openTestDatabase, testLog } from '../../../tests/support/test-database.ts'
import { withAuthTransaction, type AuthTransaction } from './auth-context.server.ts'
import { createAuth } from './auth.server.ts'
import { user } from '#/core/identity/identity.table.server.ts'
import { libraryCookieHeader, readCookies } from './cookies.server.ts'

const env = parseEnv({})
const key = { secret: 'x'.repeat(32), appUrl: env.APP_URL }

test('a request for which Better Auth reads another session than was authorized fails without side effects', async () => {
  const { db } = await openTestDatabase()
  const parts = { plugins: () => [], tables: {}, provesMailbox: async () => false }
  const auth = createAuth({ env, secret: key.secret, log: testLog, parts })
  const [judged, used] = [await createUser(db), await createUser(db)]
  const cookiesOf = async (someUser: typeof judged) =>
    readCookies((await createSession(db, actorOf(someUser), { secret: key.secret })).cookie(key.appUrl), key)
  const [judgedCookies, usedCookies] = [await cookiesOf(judged), await cookiesOf(used)]

  const rename = (forwarded: typeof usedCookies) =>
    db.transaction(async (tx) => {
      const request = { tx, cookies: judgedCookies, newSessions: [], failure: undefined, reports: [], key }
      const headers = {
        cookie: libraryCookieHeader(forwarded, key) ?? '',
        origin: env.APP_URL,
        'content-type': 'application/json',
      }
      const body = JSON.stringify({ name: 'Renamed' })
      const transaction = request as unknown as AuthTransaction
      const answer = await withAuthTransaction(transaction, () =>
        auth.handler(new Request(`${env.APP_URL}/api/auth/update-user`, { method: 'POST', headers, body })),
      )
      if (transaction.failure) throw transaction.failure
      return answer.status
    })
  const nameOf = async ({ id }: typeof judged) =>
    (await db.select({ name: user.name }).from(user).where(eq(user.id, id)))[0]?.name

  await expect(rename(usedCookies)).rejects.toThrow('another session cookie')
  expect([await nameOf(judged), await nameOf(used)]).toEqual(['Ada Lovelace', 'Ada Lovelace'])
  expect(await rename(judgedCookies)).toBe(200)
  expect([await nameOf(judged), await nameOf(used)]).toEqual(['Renamed', 'Ada Lovelace'])
})

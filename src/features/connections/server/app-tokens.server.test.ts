import { expect, test } from 'vitest'
import { actorOf, createUser } from '@plinth/testing/factories.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { createConnection } from '../tests/create-connection.ts'
import { AUDIENCE } from '../tests/oauth-client.ts'
import { appTokens, withoutPrefix } from './app-tokens.server.ts'

const { db } = await openTestDatabase()

test('a token from before the product was renamed still works', async () => {
  const { id, token } = await createConnection(db, actorOf(await createUser(db)))
  const secret = withoutPrefix(token)
  const idOf = async (text: string) =>
    (await appTokens.read(db, text, `http://localhost:3000${AUDIENCE}`))?.token.id
  expect(await idOf(token)).toBe(id)
  expect(await idOf(`acme_app_2_app_${secret}`)).toBe(id)
  expect(await idOf(secret)).toBeUndefined()
  expect(withoutPrefix(`acme_refresh_${secret}`)).toBe(secret)
})

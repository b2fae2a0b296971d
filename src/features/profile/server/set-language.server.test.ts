import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { eq } from 'drizzle-orm'
import superjson from 'superjson'
import { beforeAll, expect, test } from 'vitest'
import { type Actor, type SignedInActor, anonymous } from '@plinth/core/access'
import { type OpenDatabase, user } from '@plinth/core/database/server'
import { languages } from '#/languages.ts'
import { router } from '@plinth/core/verb/server'
import { createId } from '@plinth/core/schema'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { profileRouter } from './profile.router.server.ts'
import { setLanguage } from './set-language.server.ts'
import { preferred } from '@plinth/testing/languages.ts'

const appRouter = router({ profile: profileRouter })
let db: OpenDatabase['db']
beforeAll(async () => {
  ;({ db } = await openTestDatabase())
})

async function createSignedInUser(): Promise<SignedInActor> {
  const userId = createId()
  await db.insert(user).values({ id: userId, name: 'Ada', email: `${userId}@example.com`, language: 'en' })
  const workspace = { organizationId: null, role: 'owner' } as const
  return {
    kind: 'user',
    userId,
    sessionId: createId(),
    role: 'user',
    emailVerified: false,
    workspace,
    impersonatedBy: null,
  }
}

const contextOf = (actor: Actor) => makeContext(db, actor)
const languageOf = async (userId: string) =>
  (await db.select({ language: user.language }).from(user).where(eq(user.id, userId)))[0]?.language

/** Calls the endpoint like a browser. */
async function send(actor: Actor, input: unknown): Promise<{ status: number; code?: string }> {
  const req = new Request('http://localhost/api/trpc/profile.setLanguage', {
    method: 'POST',
    body: JSON.stringify(superjson.serialize(input)),
    headers: { 'content-type': 'application/json' },
  })
  const response = await fetchRequestHandler({
    endpoint: '/api/trpc',
    req,
    router: appRouter,
    createContext: () => contextOf(actor),
  })
  return { status: response.status, code: (await response.json()).error?.json.data.app.code }
}

test("every language can be chosen, and changes only the user's own", async () => {
  const ada = await createSignedInUser()
  const ben = await createSignedInUser()
  for (const language of languages.toReversed()) {
    expect(await send(ada, { language })).toEqual({ status: 200 })
    expect(await languageOf(ada.userId)).toBe(language)
    expect(await languageOf(ben.userId)).toBe('en')
  }
})

test.each([
  { language: 'tlh' },
  { language: 'de-AT' },
  { language: '' },
  { language: '../..' },
  { language: null },
  {},
  undefined,
  { language: preferred('de'), userId: 'another' },
])('%j is rejected with 400 and changes nothing', async (input) => {
  const ada = await createSignedInUser()
  expect(await send(ada, input)).toMatchObject({ status: 400 })
  expect(await languageOf(ada.userId)).toBe('en')
})

test('visitors get 401 before the input is parsed', async () => {
  expect(await send(anonymous, { language: 'tlh' })).toEqual({ status: 401, code: 'errors:signInFirst' })
  await expect(setLanguage(contextOf(anonymous), { language: preferred('de') })).rejects.toMatchObject({
    kind: 'unauthenticated',
  })
})

test('an impersonating admin cannot change the language of the user', async () => {
  const ada = await createSignedInUser()
  expect(await send({ ...ada, impersonatedBy: createId() }, { language: preferred('de') })).toEqual({
    status: 403,
    code: 'errors:forbidden',
  })
  expect(await languageOf(ada.userId)).toBe('en')
})

test('a user who was just deleted gets 401', async () => {
  const ada = await createSignedInUser()
  await db.delete(user).where(eq(user.id, ada.userId))
  expect(await send(ada, { language: preferred('de') })).toMatchObject({ status: 401 })
})

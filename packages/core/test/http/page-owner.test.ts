import { languages } from '../../../../src/languages.ts'
import { defaultLanguage } from '@plinth/core/texts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { makeAppRouter } from '@plinth/core/app/server'
import { authRegistry } from '@plinth/core/internal/app/registry/auth.server.ts'
import { user } from '@plinth/core/database/server'
import { routeTree } from '../../../../src/routeTree.gen.ts'
import { proceduresOf, routesOf } from '@plinth/testing/entry-points.ts'
import type { HttpClient } from '@plinth/testing/http-client.ts'
import { sharedApp } from '@plinth/testing/http/open-app.ts'
import { signUp } from '@plinth/testing/http/users.ts'
import { preferred } from '@plinth/testing/languages.ts'

const appRouter = await makeAppRouter()
const { endpoints: authEndpoints } = await authRegistry()

// With every write, a page sends the user and workspace it was rendered for: `?for=`. What anybody may send
// has no owner: the errors of browsers.

const app = await sharedApp()

const mutations = proceduresOf(appRouter).flatMap(({ name, isMutation }) =>
  isMutation ? [`/api/trpc/${name}`] : [],
)
const authPaths = authEndpoints.flatMap(({ method, path }) => (method === 'POST' ? [`/api/auth${path}`] : []))
const routePaths = routesOf(routeTree)
  .filter(
    ({ path, methods, access, isForPrograms }) =>
      methods.includes('POST') && !path.endsWith('$') && access !== 'public' && !isForPrograms,
  )
  .map(({ path }) => path.replaceAll(/\$\w+/g, 'an-id').replace(/\/$/, ''))
const writes = [...mutations, ...authPaths, ...routePaths]

async function codeOf(response: Response): Promise<string | undefined> {
  const body = (await response.json()) as {
    code?: string
    error?: { json: { data: { app: { code: string } } } }
  }
  return body.code ?? body.error?.json.data.app.code
}
const sendFor = (client: HttpClient, path: string, owner: string) => client.post(`${path}?for=${owner}`, {})

async function userIdOf(client: HttpClient): Promise<string> {
  const answer = await client.get('/api/auth/get-session')
  return ((await answer.json()) as { user: { id: string } }).user.id
}

test('every kind of write is covered: procedures and endpoints of Better Auth', () => {
  expect(mutations).toContain('/api/trpc/profile.uploadImage')
  expect(authPaths).toContain('/api/auth/update-user')
})

test('every write of a page for another user or workspace is rejected with 409 and changes nothing', async () => {
  const { client } = await signUp(app)
  const owner = await userIdOf(client)
  for (const other of ['somebody-else.personal', `${owner}.another-organization`]) {
    const answers = await Promise.all(
      writes.map(async (path) => {
        const response = await sendFor(client, path, other)
        return [path, response.status, await codeOf(response)]
      }),
    )
    expect(answers).toEqual(writes.map((path) => [path, 409, 'errors:otherAccount']))
  }
  expect((await client.get('/api/trpc/sessions.list')).status).toBe(200)
})

test('every write of a page whose session has ended is rejected with 401', async () => {
  const { client } = await signUp(app)
  const owner = `${await userIdOf(client)}.personal`
  await client.post('/api/auth/sign-out', {})
  const answers = await Promise.all(
    writes.map(async (path) => [path, (await sendFor(client, path, owner)).status]),
  )
  expect(answers).toEqual(writes.map((path) => [path, 401]))
})

test('a write of a page for the active workspace succeeds, alone or in a batch, and so does one without `for`', async () => {
  const { client } = await signUp(app)
  const owner = `${await userIdOf(client)}.personal`
  const path = '/api/trpc/profile.setLanguage'
  const input = { json: { language: preferred('de') } }
  expect((await client.post(`${path}?for=${owner}`, input)).status).toBe(200)
  expect((await client.post(`${path}?batch=1&for=${owner}`, { 0: input })).status).toBe(200)
  expect((await client.post(path, input)).status).toBe(200)
  expect(
    (await client.post(`/api/auth/update-user?for=${owner}`, { firstName: 'Ida', lastName: 'Noor' })).status,
  ).toBe(200)
})

test('a batch is rejected as a whole, and so is a form with a file', async () => {
  const { client, email } = await signUp(app)
  const languageNow = async () =>
    (await app.db.select({ language: user.language }).from(user).where(eq(user.email, email)))[0]?.language
  const before = await languageNow()
  const input = { json: { language: languages.find((one) => one !== before) ?? defaultLanguage } }
  const twice = '/api/trpc/profile.setLanguage,profile.setLanguage'
  const batch = await client.post(`${twice}?batch=1&for=somebody-else.personal`, { 0: input, 1: input })
  expect(batch.status).toBe(409)
  const form = new FormData()
  form.set('file', new File(['words'], 'words.txt', { type: 'text/plain' }))
  const headers = { origin: app.url, cookie: client.cookie() }
  const upload = await fetch(`${app.url}/api/trpc/profile.uploadImage?for=somebody-else.personal`, {
    method: 'POST',
    headers,
    body: form,
  })
  expect(upload.status).toBe(409)
  expect(await languageNow()).toBe(before)
})

// Streams and files have their own addresses, which know nothing of keys, and the API has neither.
import { beforeAll, expect, test } from 'vitest'
import { makeAppRouter } from '@plinth/core/app/server'
import { appRoutes } from '@plinth/testing/app-routes.ts'
import { proceduresOf } from '@plinth/testing/entry-points.ts'
import { uploadImage } from '@plinth/testing/http/deletion-race.ts'
import { hasLiveUpdates, livePath, openEvents, writeSomething } from '@plinth/testing/http/live-stream.ts'
import { sharedApp, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { verifiedUser } from '@plinth/testing/http/verified-user.ts'
import { operations, toolNameOf } from '../server/operations.server.ts'
import { createApiKey } from './create-api-key.ts'

const appRouter = await makeAppRouter()

const scopes = [...new Set(operations(appRouter).map(({ resource }) => `${resource}:write`))]
const subscriptions = proceduresOf(appRouter).flatMap(({ name, isSubscription }) =>
  isSubscription ? [name] : [],
)

let app: AppUnderTest
let user: Awaited<ReturnType<typeof verifiedUser>>
let withKey: { authorization: string }
beforeAll(async () => {
  app = await sharedApp()
  user = await verifiedUser(app)
  const owner = { userId: user.id, workspace: { organizationId: null } }
  const { key } = await createApiKey(app.db, owner, { scopes })
  withKey = { authorization: `Bearer ${key}` }
})

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(app.url + path, { headers, redirect: 'manual' })

test('the document names no stream and no file, and what it names answers with JSON', async () => {
  const document = await (await get('/api/openapi.json')).text()
  const types = new Set([...document.matchAll(/"content":\{"(\w+\/[^"]+)"/g)].map(([, type]) => type))
  expect(types).toEqual(new Set(['application/json', 'application/problem+json']))
  for (const name of subscriptions) expect(document).not.toContain(`"${toolNameOf(name)}"`)
})

test('a live update comes as it is written, with a key beside the session as without', async ({ skip }) => {
  skip(!hasLiveUpdates)
  const stream = await openEvents(app.url + livePath, { ...withKey, cookie: user.client.cookie() })
  await stream.next()
  expect((await writeSomething(user.client)).status).toBe(200)
  expect((await stream.next()).data).not.toBe('')
  await stream.close()
})

test('a file comes as it is with a key too', async () => {
  const upload = await uploadImage(app, user.client, 'profile.uploadImage')
  const [, id = ''] = /"id":"([\w-]+)"/.exec(await upload.text()) ?? []
  const path = `/api/files/${id}`
  const [plain, keyed] = [await get(path), await get(path, withKey)]
  expect([keyed.status, keyed.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(await keyed.bytes()).toEqual(await plain.bytes())
})

test('no other address answers to a key', async () => {
  const pages = appRoutes.filter(
    ({ isLeaf, isForPrograms, methods }) =>
      isLeaf && !isForPrograms && (methods.length === 0 || methods.includes('GET')),
  )
  const paths = pages.map(({ path }) => path.replaceAll(/\$\w*/g, 'unknown'))
  expect(paths).toContain('/api/files/unknown')
  const answerTo = async (path: string, headers = {}) => {
    const answer = await get(path, headers)
    await answer.body?.cancel()
    return [answer.status, answer.headers.get('content-type'), answer.headers.get('location')]
  }
  for (const path of [...paths, ...subscriptions.map((name) => `/api/trpc/${name}`)])
    expect(await answerTo(path, withKey), path).toEqual(await answerTo(path))
})

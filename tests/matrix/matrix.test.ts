// Every way into the application, asked by everybody, over HTTP.
//
// A slice adds a file `tests/matrix/NAME.answers.ts` that exports `rows`; posts.answers.ts is the one to
// copy. Nothing is registered. A line begins with: posts.update a procedure GET /login a page or a server
// route, as in src/routes POST /api/auth/sign-out an endpoint of Better Auth that
// app/registry/auth-endpoints.server.ts has opened readMailbox() a server function and goes on with a case in
// brackets where one entry point needs several, such as (own) and (another's in Acme). `asks` gives a line
// what it sends: it gets the world of its own (actors.ts: Acme, who calls, and another owner who does not)
// and writes the rows it needs with tests/support/factories.ts, anew for each caller, so that a line may
// delete or change whatever it likes. What is new and has no line fails the first test; what no longer exists
// does too. The answers are written by hand, never copied from a run.
import { beforeAll, describe, expect, test } from 'vitest'
import { appRouter } from '#/app/registry/router.server.ts'
import { authEndpoints } from '#/app/registry/auth-endpoints.server.ts'
import { createAuth } from '#/core/auth/auth.server.ts'
import { parseEnv } from '#/core/env/env.server.ts'
import { routeTree } from '#/routeTree.gen.ts'
import { proceduresOf, routesOf } from '../support/entry-points.ts'
import { openApp, publicSettings, type AppUnderTest } from '../support/http/open-app.ts'
import { testLog } from '../support/test-database.ts'
import { answerOf, serverFunctionAddresses } from './ask.ts'
import { libraryEndpointsOf } from './library-endpoints.ts'
import { createWorld, type Caller } from './actors.ts'
import type { Row } from './table.ts'

const secret = publicSettings.BETTER_AUTH_SECRET
const slices = import.meta.glob<{ rows: Row[] }>('./*.answers.ts', { eager: true })
const rows = Object.values(slices).flatMap((slice) => slice.rows)
// `npm test -- --changed` asks for the rows of slices that have changed.
const asked = (process.env.MATRIX_SLICES ?? '')
  .split(',')
  .flatMap((name) => slices[`./${name}.answers.ts`]?.rows ?? [])
const askedRows = asked.length > 0 ? asked : rows
const methodsOf = (methods: readonly string[]) => (methods.length === 0 ? ['GET'] : methods)

let app: AppUnderTest
beforeAll(async () => {
  app = await openApp({
    BETTER_AUTH_SECRET: secret,
    GOOGLE_CLIENT_ID: 'some-client',
    GOOGLE_CLIENT_SECRET: 'some-secret',
  })
})

/** Runs `ask` for everybody at once and answers who got what. */
async function everybody(
  callers: readonly Caller[],
  ask: (caller: Caller) => Promise<string>,
): Promise<Record<string, string>> {
  return Object.fromEntries(
    await Promise.all(callers.map(async (caller) => [caller.column, await ask(caller)] as const)),
  )
}

test('every entry point has its line in a table, and every line its entry point', () => {
  const entryPoints = [
    ...proceduresOf(appRouter).map(({ name }) => name),
    ...routesOf(routeTree)
      .filter(({ isLeaf }) => isLeaf)
      .flatMap(({ path, methods }) =>
        methodsOf(methods).map((method) => `${method} ${path.replace(/(?<=.)\/$/, '')}`),
      ),
    ...authEndpoints.map(({ method, path }) => `${method} /api/auth${path}`),
    ...[...serverFunctionAddresses().keys()].map((name) => `${name}()`),
  ]
  const lines = new Set(rows.map(({ entryPoint }) => entryPoint))
  expect({
    withoutLine: entryPoints.filter((entryPoint) => !lines.has(entryPoint)),
    withoutEntry: [...lines].filter((line) => !entryPoints.includes(line)),
  }).toEqual({
    withoutLine: [],
    withoutEntry: [],
  })
  expect(rows.length).toBe(new Set(rows.map(({ name }) => name)).size)
})

describe('everybody gets the answer that was written down for them', () => {
  test.each(askedRows.map((row) => [row.name, row] as const))('%s', async (_, row) => {
    const world = await createWorld(app.db, { secret, appUrl: app.url })
    const answers = await everybody(world.callers, async (caller) =>
      answerOf(app.url, row, { caller, asked: await row.ask(world, caller) }),
    )
    expect(answers).toEqual(row.expected)
  })
})

test('what Better Auth brings and nobody has opened is 404 for everybody', async () => {
  const auth = createAuth({ env: parseEnv({}), secret, log: testLog })
  const open = authEndpoints.map(({ path }) => path)
  const closed = libraryEndpointsOf(auth).filter((endpoint) => !open.includes(endpoint.split(' ')[1] ?? ''))
  // What is only rows has a procedure of ours, and no second implementation.
  expect(closed).toEqual(
    expect.arrayContaining([
      'GET /list-sessions',
      'POST /revoke-session',
      'POST /revoke-sessions',
      'POST /revoke-other-sessions',
      'GET /list-accounts',
      'POST /unlink-account',
      'GET /passkey/list-user-passkeys',
      'POST /passkey/update-passkey',
      'POST /passkey/delete-passkey',
    ]),
  )
  const { callers } = await createWorld(app.db, { secret, appUrl: app.url })
  const refused = Object.fromEntries(callers.map(({ column }) => [column, '404']))
  for (const endpoint of closed) {
    const [method, path] = endpoint.split(' ')
    const entryPoint = `${method} /api/auth${path}`
    expect(
      await everybody(callers, (caller) =>
        answerOf(app.url, { entryPoint }, { caller, asked: { body: {} } }),
      ),
      endpoint,
    ).toEqual(refused)
  }
})

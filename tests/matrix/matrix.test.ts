// Every entry point of the application, called by every kind of caller, over HTTP.
//
// A feature's lines are in its NAME.matrix.ts, which exports `rows` and the `settings` that they need; the
// lines of this folder are of no feature. A feature's line takes the place of a general one with its name. A
// line starts with
// - sessions.list: a procedure
// - GET /login: a page or a server route, as in src/routes
// - POST /api/auth/sign-out: an endpoint of Better Auth opened in app/registry/auth.server.ts
// - readMailbox(): a server function
// followed by a case in brackets if it needs several, such as (own) and (another's in Acme). `asks` gives a
// line its input: it receives a world of its own (actors.ts) and writes its rows with
// factories.ts of packages/testing, once per caller, so a line may delete or change anything. An entry point
// without a line fails the first test, as does a line without an entry point. The answers are written by
// hand, never copied from a run. A page without a parameter needs a line only where its access rule is not
// all that decides: without one it is asked, too, and must answer by the rule.
import { beforeAll, describe, expect, test } from 'vitest'
import { may, type AccessRule } from '@plinth/core/access'
import type { Access } from '@plinth/core/app'
import { makeAppRouter } from '@plinth/core/app/server'
import { installedAccess } from '@plinth/core/internal/app/registry/features.server.ts'
import { authRegistry } from '@plinth/core/internal/app/registry/auth.server.ts'
import { createAuth } from '@plinth/core/internal/auth/auth.server.ts'
import { parseEnv } from '@plinth/core/internal/env/env.server.ts'
import { routeTree } from '#/routeTree.gen.ts'
import { proceduresOf, routesOf } from '@plinth/testing/entry-points.ts'
import { payForAll } from '@plinth/testing/feature-fixtures.ts'
import { openApp, publicSettings, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { testLog } from '@plinth/testing/test-database.ts'
import { answerOf, serverFunctionAddresses } from '../../tests/matrix/ask.ts'
import { libraryEndpointsOf } from '../../tests/matrix/library-endpoints.ts'
import { BESIDE, columns, createWorld, type Caller } from '../../tests/matrix/actors.ts'
import { wordsByRule, missingLine } from '../../tests/matrix/missing-lines.ts'
import { rowByRule, type Row } from '../../tests/matrix/table.ts'

const appRouter = await makeAppRouter()
const rules = new Map(proceduresOf(appRouter).map(({ name, rule }) => [name, rule]))
const { endpoints: authEndpoints, parts: authParts } = await authRegistry()

const methodsOf = (methods: readonly string[]) => (methods.length === 0 ? ['GET'] : methods)

const secret = publicSettings.BETTER_AUTH_SECRET
const general = import.meta.glob<{ rows: Row[] }>('./*.matrix.ts', { eager: true })
type Part = { rows: Row[]; settings?: Record<string, string> }
const features = import.meta.glob<Part>('../../src/features/*/*.matrix.ts', { eager: true })
const rowsOf = (files: typeof features) => Object.values(files).flatMap((file) => file.rows)
const featureNames = new Set(rowsOf(features).map(({ name }) => name))
const written = [...rowsOf(features), ...rowsOf(general).filter(({ name }) => !featureNames.has(name))]
const routes = routesOf(routeTree)
  .filter(({ isLeaf }) => isLeaf)
  .flatMap(({ path, methods, access }) =>
    methodsOf(methods).map((method) => ({
      entryPoint: `${method} ${path.replace(/(?<=.)\/$/, '')}`,
      isPage: methods.length === 0 && !path.includes('$'),
      rule: access === undefined ? undefined : installedAccess().ruleOf(access as Access),
    })),
  )
const pages = routes
  .filter(
    ({ entryPoint, isPage, rule }) => isPage && rule && !written.some((row) => row.entryPoint === entryPoint),
  )
  .map(({ entryPoint, rule }) => rowByRule(entryPoint, wordsByRule(entryPoint, rule)))
const rows = [...written, ...pages]
// `npm test -- --changed` runs only the rows of changed features.
const asked = (process.env.MATRIX_FEATURES ?? '')
  .split(',')
  .flatMap((name) => features[`../../src/features/${name}/${name}.matrix.ts`]?.rows ?? [])
const askedRows = asked.length > 0 ? asked : rows

let app: AppUnderTest
beforeAll(async () => {
  app = await openApp({
    BETTER_AUTH_SECRET: secret,
    ...Object.assign({}, ...Object.values(features).map(({ settings }) => settings)),
  })
})

/** Runs `ask` for all callers concurrently. Returns the answer for each column. */
async function everybody(
  callers: readonly Caller[],
  ask: (caller: Caller) => Promise<string>,
): Promise<Record<string, string>> {
  return Object.fromEntries(
    await Promise.all(callers.map(async (caller) => [caller.column, await ask(caller)] as const)),
  )
}

test('every entry point has a line in a table, and every line an entry point', () => {
  const entryPoints = new Map<string, AccessRule | undefined>([
    ...proceduresOf(appRouter).map(({ name, rule }) => [name, rule] as const),
    ...routes.map(({ entryPoint, rule }) => [entryPoint, rule] as const),
    ...authEndpoints.map(({ method, path, rule }) => [`${method} /api/auth${path}`, rule] as const),
    ...[...serverFunctionAddresses().keys()].map((name) => [`${name}()`, undefined] as const),
  ])
  const lines = new Set(rows.map(({ entryPoint }) => entryPoint))
  const twice = rows.filter(({ name }, at) => rows.findIndex((row) => row.name === name) !== at)
  const wrong = [
    ...[...entryPoints].flatMap(([name, rule]) => (lines.has(name) ? [] : [missingLine(name, rule)])),
    ...[...lines]
      .filter((line) => !entryPoints.has(line))
      .map((line) => `The matrix has lines of ${line}, which does not exist: delete or rename them.`),
    ...rows.flatMap(({ name, entryPoint, entitlement }) => {
      const sold = entryPoints.get(entryPoint)?.entitlement
      return sold === entitlement
        ? []
        : [
            `The line ${name} says ${entitlement ? `+${entitlement}` : 'nothing'}, and its rule sells ${sold ?? 'nothing'}.`,
          ]
    }),
    ...twice.map(
      ({ name }) => `The matrix has two lines called ${name}: delete one, or add a case in brackets.`,
    ),
  ]
  expect(wrong, wrong.join('\n\n')).toEqual([])
})

/** The answer for an owner of an organization that has not paid. */
async function answerOfUnpaid(row: Row): Promise<string> {
  const world = await createWorld(app.db, { secret, appUrl: app.url }, { isPaid: false })
  const caller = world.callers.find(({ column }) => column === 'owner')
  if (!caller) throw new Error('There is no owner')
  return answerOf(app.url, row, { caller, asked: await row.ask(world, caller) })
}

describe('every caller gets the expected answer', () => {
  test.each(askedRows.map((row) => [row.name, row] as const))('%s', async (_, row) => {
    const world = await createWorld(app.db, { secret, appUrl: app.url })
    const answers = await everybody(world.callers, async (caller) =>
      answerOf(app.url, row, { caller, asked: await row.ask(world, caller) }),
    )
    const { [BESIDE]: beside, ...others } = answers
    const differing = columns.filter((column) => others[column] !== row.expected[column])
    const told = differing.map((who) => `${who} gets ${others[who]}, and should get ${row.expected[who]}`)
    expect(others, `${row.name}: ${told.join('; ')}`).toEqual(row.expected)
    const actor = world.callers.find(({ column }) => column === BESIDE)?.actor
    const rule = rules.get(row.entryPoint)
    expect(beside, 'a role that no rule names').toMatch(
      rule && actor && !may(actor, rule) ? /^4\d\d$/ : /^[^5]/,
    )
    if (row.entitlement !== undefined && payForAll)
      expect(await answerOfUnpaid(row), 'an owner without the plan').toBe('403')
  })
})

test('endpoints of Better Auth that are not opened are 404 for everyone', async () => {
  const auth = createAuth({ env: parseEnv({}), secret, log: testLog, parts: authParts })
  const open = authEndpoints.map(({ path }) => path)
  const closed = libraryEndpointsOf(auth).filter((endpoint) => !open.includes(endpoint.split(' ')[1] ?? ''))
  // We have procedures for these rows and no second implementation.
  expect(closed).toEqual(
    expect.arrayContaining([
      'GET /list-sessions',
      'POST /revoke-session',
      'POST /revoke-sessions',
      'POST /revoke-other-sessions',
      'GET /list-accounts',
      'POST /unlink-account',
    ]),
  )
  const { callers } = await createWorld(app.db, { secret, appUrl: app.url })
  for (const endpoint of closed) {
    const [method = '', path] = endpoint.split(' ')
    // The route has no other methods at all.
    const refusal = ['GET', 'POST'].includes(method) ? '404' : '405'
    const refused = Object.fromEntries(callers.map(({ column }) => [column, refusal]))
    const entryPoint = `${method} /api/auth${path}`
    expect(
      await everybody(callers, (caller) =>
        answerOf(app.url, { entryPoint }, { caller, asked: { body: {} } }),
      ),
      endpoint,
    ).toEqual(refused)
  }
})

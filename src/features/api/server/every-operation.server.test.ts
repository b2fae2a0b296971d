// Every operation of every installed feature, called with keys: what is random passes its schema most of
// the time.
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { makeAppRouter } from '@plinth/core/app/server'
import { type SignedInActor, may } from '@plinth/core/access'
import { auditLog } from '@plinth/core/verb/server'
import type { OpenDatabase } from '@plinth/core/database/server'
import { limitCounter } from '@plinth/core/internal/limits/limits.table.server.ts'
import { createWorld } from '../../../../tests/matrix/actors.ts'
import { inputOf } from '@plinth/testing/arbitrary-input.ts'
import { actorOf, createTeam, createUser } from '@plinth/testing/factories.ts'
import { createRows } from '@plinth/testing/feature-fixtures.ts'
import { prepareQueues } from '@plinth/testing/prepare-queues.ts'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { provideServices } from '@plinth/testing/provide-services.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { createApiKey } from '../tests/create-api-key.ts'
import { APP_URL, apiCallOn, requestOf } from '../tests/rest-client.ts'
import { answerRest, type ApiCall } from './answer-rest.server.ts'
import { HIDDEN, operations, type Operation } from './operations.server.ts'

const appRouter = await makeAppRouter()

provideAllTexts()

const RUNS = 25

let db: OpenDatabase['db']
let api: Omit<ApiCall, 'request'>
beforeAll(async () => {
  const opened = await openTestDatabase()
  ;({ db } = opened)
  await prepareQueues(opened)
  await provideServices(db)
  api = apiCallOn(db, appRouter)
})

/** Users of every role, because operations change roles and end memberships. */
async function createActors(): Promise<[SignedInActor, ...SignedInActor[]]> {
  const team = await createTeam(db)
  return [team.owner, team.admin, team.member, actorOf(await createUser(db))]
}

const all = operations(appRouter).map((operation) => [operation.name, operation] as const)
const scopesFor = ({ resource }: Operation, level: 'read' | 'write') => [`${resource}:${level}`]

/** The request of an operation with that input. */
function requestFor({ method, path, type }: Operation, key: string, input: object): Request {
  const left = new Map(
    Object.entries(input).filter(([name, value]) => !HIDDEN.includes(name) && value !== undefined),
  )
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = left.get(name)
    left.delete(name)
    return encodeURIComponent(String(value ?? 'none'))
  })
  if (type === 'mutation') return requestOf(`${method} ${target}`, { key, body: Object.fromEntries(left) })
  const query = new URLSearchParams(
    [...left].flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
  )
  return requestOf(`${method} ${target}?${query}`, { key })
}

test.each(all)('%s: no input fails it, and its answers are as documented', async (_name, operation) => {
  const documented = z.fromJSONSchema(operation.outputJson as Parameters<typeof z.fromJSONSchema>[0])
  const actors = await createActors()
  const [owner] = actors
  const { key } = await createApiKey(db, owner, { scopes: scopesFor(operation, 'write') })
  const ids = await createRows(db, owner)
  const anyId = fc.constantFrom(...ids, ...actors.map(({ userId }) => userId), 'unknown')
  const inputs = inputOf(operation.input, { ids: anyId, picture: new Uint8Array() })
  for (const input of fc.sample(inputs, RUNS)) {
    await db.delete(limitCounter)
    const answer = await answerRest({ request: requestFor(operation, key, input ?? {}), ...api })
    const body: unknown = await answer.json()
    expect(answer.status, JSON.stringify({ input, body })).toBeLessThan(500)
    if (answer.ok) expect(documented.safeParse(body).error, JSON.stringify(body)).toBeUndefined()
    else expect(body).toMatchObject({ type: 'about:blank', status: answer.status, code: expect.any(String) })
  }
})

test.each(all)(
  '%s: a key of each kind of user may what its owner may in a session, within its scopes',
  async (_name, operation) => {
    await db.delete(limitCounter)
    const { callers } = await createWorld(db, { secret: 'x'.repeat(32), appUrl: APP_URL })
    const reading = scopesFor(operation, 'read')
    const writing = scopesFor(operation, 'write')
    for (const { column, actor, cookie } of callers) {
      const answerTo = async (key: string) => {
        const request = requestFor(operation, key, operation.input ? { id: 'unknown' } : {})
        request.headers.set('cookie', cookie)
        const answer = await answerRest({ request, ...api })
        const { code = '' } = ((await answer.json()) ?? {}) as { code?: string }
        if (code === 'api:errors.scopeMissing') return 'lacks its scope'
        if (answer.status === 401) return 401
        return ['errors:forbidden', 'errors:verifyFirst'].includes(code) ? 'refused' : 'allowed'
      }
      expect(await answerTo(''), column).toBe(401)
      if (!actor) continue
      const answerWith = async (scopes: readonly string[]) =>
        answerTo((await createApiKey(db, actor, { scopes: [...scopes] })).key)
      // A key is its owner's, whoever impersonates them, and administers nothing.
      const owner = { ...actor, role: 'user' as const, impersonatedBy: null }
      const isBanned = column === 'banned'
      const within = isBanned ? 401 : may(owner, operation.rule) ? 'allowed' : 'refused'
      const outside = isBanned ? 401 : 'lacks its scope'
      const before = await db.$count(auditLog)
      expect(await answerWith(['nothing:write']), column).toBe(outside)
      expect(await answerWith(reading), column).toBe(operation.type === 'query' ? within : outside)
      if (operation.type === 'mutation') expect(await db.$count(auditLog), column).toBe(before)
      expect(await answerWith(writing), column).toBe(within)
    }
  },
)

import { sql } from 'drizzle-orm'
import { TRPCError } from '@trpc/server'
import fc from 'fast-check'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { makeAppRouter } from '@plinth/core/app/server'
import { type SignedInActor, anonymous } from '@plinth/core/access'
import type { OpenDatabase } from '@plinth/core/database/server'
import { limitCounter } from '@plinth/core/internal/limits/limits.table.server.ts'
import { createCallerFactory } from '@plinth/core/internal/trpc/trpc.server.ts'
import { inputOf } from '@plinth/testing/arbitrary-input.ts'
import { proceduresOf } from '@plinth/testing/entry-points.ts'
import { actorOf, createOrganization, createTeam, createUser } from '@plinth/testing/factories.ts'
import { createRows } from '@plinth/testing/feature-fixtures.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { prepareQueues } from '@plinth/testing/prepare-queues.ts'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { provideServices } from '@plinth/testing/provide-services.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'

const appRouter = await makeAppRouter()

// Tenant A calls everything the application offers, mixing ids of tenant B with its own; nothing of B may
// change.

const RUNS = Number(process.env.TENANT_RUNS ?? 15)
const OPERATIONS = 30

let db: OpenDatabase['db']
let picture: Buffer
let attackers: readonly SignedInActor[]
/** Every id of something that belongs to tenant B. */
let foreignIds: readonly string[]
let ownIds: readonly string[]
const entryPoints = proceduresOf(appRouter)

beforeAll(async () => {
  const opened = await openTestDatabase()
  ;({ db } = opened)
  const { storage } = makeContext(db, anonymous)
  await prepareQueues({ pool: opened.pool, storage })
  provideAllTexts()
  await provideServices(db)
  picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const a = await createTeam(db)
  const loner = actorOf(await createUser(db))
  attackers = [a.owner, a.member, loner]
  ownIds = (await Promise.all(attackers.map((actor) => createRows(db, actor)))).flat()
  foreignIds = await createForeignTenant()
})

async function createForeignTenant(): Promise<string[]> {
  const user = await createUser(db)
  const organization = await createOrganization(db, { owner: user })
  const writers = [actorOf(user, organization), actorOf(user)]
  const rows = await Promise.all(writers.map((writer) => createRows(db, writer)))
  return [...rows.flat(), organization.id, user.id]
}

type Print = { rows: number; hash: string }

/** One fingerprint per table of every row that contains an id of the tenant. */
async function fingerprint(ids: readonly string[]): Promise<Record<string, Print>> {
  const tables = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  const patterns = sql.param(ids.map((id) => `%${id}%`))
  const prints: Record<string, Print> = {}
  for (const { name } of tables.rows) {
    const found = await db.execute<Print>(
      sql`select count(*)::int as rows, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${sql.identifier(name)} t where t::text like any(${patterns})`,
    )
    if (found.rows[0]) prints[name] = found.rows[0]
  }
  return prints
}

type Operation = { actor: number; door: string; input: unknown }

/** Calls a procedure as that user. Returns the result or the error. */
async function call(actor: SignedInActor, door: string, input: unknown): Promise<unknown> {
  const caller = createCallerFactory(appRouter)(makeContext(db, actor)) as unknown as Record<
    string,
    Record<string, (input: unknown) => Promise<unknown>>
  >
  const [feature = '', ...rest] = door.split('.')
  const verb = rest.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], caller[feature])
  try {
    return { answer: await (verb as (input: unknown) => Promise<unknown>)(input) }
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error
    return {
      code: error.code,
      message: error.message,
      params: (error.cause as { params?: unknown } | undefined)?.params,
    }
  }
}

test(`nothing that A does changes a row of B: ${RUNS} times ${OPERATIONS} random calls, half of the ids being B's`, async () => {
  const ids = fc.oneof(fc.constantFrom(...foreignIds), fc.constantFrom(...ownIds, 'unknown'))
  const operation = fc.constantFrom(...entryPoints).chain(({ name, input }) =>
    fc.record<Operation>({
      actor: fc.nat({ max: attackers.length - 1 }),
      door: fc.constant(name),
      // A create call uses the id for the new row: a row of A with an id of B would look like one of B's.
      input: inputOf(input as z.ZodType | undefined, {
        ids: name.endsWith('.create') ? fc.uuid() : ids,
        picture,
      }),
    }),
  )
  const before = await fingerprint(foreignIds)
  const rows = Object.values(before).reduce((sum, print) => sum + print.rows, 0)
  expect(rows).toBeGreaterThanOrEqual(foreignIds.length)
  const codes = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { minLength: OPERATIONS, maxLength: OPERATIONS }),
      async (operations) => {
        for (const { actor, door, input } of operations) {
          const outcome = (await call(attackers[actor] as SignedInActor, door, input)) as { code?: string }
          codes.set(outcome.code ?? 'OK', (codes.get(outcome.code ?? 'OK') ?? 0) + 1)
        }
        expect(await fingerprint(foreignIds)).toEqual(before)
      },
    ),
    { numRuns: RUNS },
  )
  // The calls were realistic: many succeeded, many hit foreign rows, and none crashed the server.
  expect(codes.get('OK') ?? 0).toBeGreaterThan(RUNS)
  expect(codes.get('NOT_FOUND') ?? 0).toBeGreaterThan(RUNS)
  expect(codes.has('INTERNAL_SERVER_ERROR')).toBe(false)
})

test('an id of B gets exactly the response of an unknown id, in every procedure that takes one', async () => {
  const [actor] = attackers as [SignedInActor]
  // A create call uses the id for the new row, and what is open to anyone is open to whoever has the id.
  const takingIds = entryPoints.filter(
    ({ name, input, rule }) =>
      !name.endsWith('.create') &&
      !rule?.allow.includes('anyone') &&
      namesOf(input).some((field) => /^id$|Id$/.test(field)),
  )
  expect(takingIds.length).toBeGreaterThan(0)
  for (const { name, input } of takingIds) {
    for (const id of foreignIds) {
      const [shape] = fc.sample(inputOf(input as z.ZodType, { ids: fc.constant('placeholder'), picture }), 1)
      // Limits are not tested here: so many ids exceed the limit of some procedures.
      await db.delete(limitCounter)
      const withId = (value: string): unknown =>
        JSON.parse(JSON.stringify(shape).replaceAll('"placeholder"', JSON.stringify(value)))
      expect(await call(actor, name, withId(id)), name).toEqual(await call(actor, name, withId('unknown')))
    }
  }
})

function namesOf(schema: unknown): string[] {
  return Object.keys((schema as { shape?: object } | undefined)?.shape ?? {})
}

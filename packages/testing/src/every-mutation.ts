import { TRPCError } from '@trpc/server'
import fc from 'fast-check'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { z } from 'zod'
import { makeAppRouter } from '@plinth/core/app/server'
import { type SignedInActor, anonymous } from '@plinth/core/access'
import { readSession } from '@plinth/core/internal/auth/session.server.ts'
import type { OpenDatabase } from '@plinth/core/database/server'
import { limitCounter } from '@plinth/core/internal/limits/limits.table.server.ts'
import { type Storage, file } from '@plinth/core/files/server'
import { createCallerFactory } from '@plinth/core/internal/trpc/trpc.server.ts'
import { inputOf } from './arbitrary-input.ts'
import { proceduresOf } from './entry-points.ts'
import {
  actorOf,
  createOrganization,
  createSession,
  createUser,
  type TestOrganization,
  type TestUser,
} from './factories.ts'
import { createRows } from './feature-fixtures.ts'
import { makeContext } from './make-context.ts'

const appRouter = await makeAppRouter()

const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()

const refusals = [
  'OK',
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'PAYLOAD_TOO_LARGE',
]

export type RacedAgainst = { admin: TestUser; ada: TestUser; ben: TestUser; acme: TestOrganization }

/**
 * Calls every mutation as Ada with rows of her own, while `deletion` deletes her or her organization, which
 * Ben owns too. Each call must happen or be refused, and every stored file must have its row.
 */
export async function raceEveryMutation(
  db: OpenDatabase['db'],
  { isInOrganization, deletion }: { isInOrganization: boolean; deletion(of: RacedAgainst): Promise<string> },
): Promise<void> {
  const { storage } = makeContext(db, anonymous)
  // Other test files of this process use the same storage.
  const before = await storedIn(storage)
  const outcomes = new Map<string, string>()
  for (const { name, input, isMutation } of proceduresOf(appRouter)) {
    if (!isMutation) continue
    await db.delete(limitCounter)
    const [admin, ada, ben] = [
      await createUser(db, { role: 'admin' }),
      await createUser(db),
      await createUser(db),
    ]
    const acme = await createOrganization(db, { owner: [ada, ben] })
    const inside = actorOf(ada, isInOrganization ? acme : undefined)
    const { token } = await createSession(db, inside, { secret: 'x', reauthenticatedAt: new Date() })
    const { actor: found } = await readSession(db, token)
    const actor = found as SignedInActor
    const ids = fc.constantFrom(...(await createRows(db, actor)), acme.id, ben.id)
    const arbitrary = inputOf(input as z.ZodType | undefined, {
      ids: name.endsWith('.create') ? fc.uuid() : ids,
      picture,
    })
    const calls = fc.sample(arbitrary, 3).map((value) => outcomeOf(db, actor, { name, input: value }))
    for (const outcome of await Promise.all([...calls, deletion({ admin, ada, ben, acme })]))
      outcomes.set(outcome, name)
  }
  for (const [outcome, name] of outcomes) expect(refusals, name).toContain(outcome)
  const rows = (await db.select({ id: file.id }).from(file)).map(({ id }) => id)
  expect(rows).toEqual(expect.arrayContaining((await storedIn(storage)).filter((id) => !before.includes(id))))
}

async function storedIn(storage: Storage): Promise<string[]> {
  const ids: string[] = []
  for await (const stored of storage.list()) ids.push(...stored.map(({ id }) => id))
  return ids
}

/** Calls a procedure as that user. Returns `OK` or the code of its error. */
export async function outcomeOf(
  db: OpenDatabase['db'],
  actor: SignedInActor,
  { name, input }: { name: string; input: unknown },
): Promise<string> {
  const caller: unknown = createCallerFactory(appRouter)(makeContext(db, actor))
  const verb = name.split('.').reduce((at, key) => (at as Record<string, unknown>)[key], caller)
  try {
    await (verb as (input: unknown) => Promise<unknown>)(input)
    return 'OK'
  } catch (error) {
    return error instanceof TRPCError ? error.code : String(error)
  }
}

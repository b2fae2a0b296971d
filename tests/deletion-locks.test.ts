// A deletion locks organizations, then the account, then what hangs on them. A change that locks in another
// order waits for the deletion, which waits for the change, and one of the two fails.
import fc from 'fast-check'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { makeAppRouter } from '@plinth/core/app/server'
import { type SignedInActor, anonymous } from '@plinth/core/access'
import { readSession } from '@plinth/core/internal/auth/session.server.ts'
import { databaseCode } from '@plinth/core/internal/db/database-error.server.ts'
import { limitCounter } from '@plinth/core/internal/limits/limits.table.server.ts'
import { inputOf } from '@plinth/testing/arbitrary-input.ts'
import { proceduresOf } from '@plinth/testing/entry-points.ts'
import { outcomeOf } from '@plinth/testing/every-mutation.ts'
import { actorOf, createOrganization, createSession, createUser } from '@plinth/testing/factories.ts'
import { createRows } from '@plinth/testing/feature-fixtures.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { prepareQueues } from '@plinth/testing/prepare-queues.ts'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { provideServices } from '@plinth/testing/provide-services.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'

const appRouter = await makeAppRouter()

provideAllTexts()
const { db, pool, connection } = await openTestDatabase()
const DEADLOCK = '40P01'

let deadlocks = 0
const { transaction } = db
db.transaction = (work, config) =>
  transaction.call(db, work, config).catch((error: unknown) => {
    if (databaseCode(error) === DEADLOCK) deadlocks += 1
    throw error
  }) as never

beforeAll(async () => {
  await prepareQueues({ pool, storage: makeContext(db, anonymous).storage })
  await provideServices(db)
})

const waiting = `select from pg_stat_activity
  where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`

test.each(['user', 'organization'] as const)(
  'no mutation waits for the deletion of its %s while that waits for it',
  async (kind) => {
    const failed: string[] = []
    const deletion = new pg.Client(connection)
    await deletion.connect()
    for (const { name, input, isMutation } of proceduresOf(appRouter)) {
      if (!isMutation) continue
      await db.delete(limitCounter)
      const [ada, ben] = [await createUser(db), await createUser(db)]
      const acme = await createOrganization(db, { owner: [ada, ben] })
      const { token } = await createSession(db, actorOf(ada, acme), {
        secret: 'x',
        reauthenticatedAt: new Date(),
      })
      const actor = (await readSession(db, token)).actor as SignedInActor
      const rows = [...(await createRows(db, actor)), acme.id, ben.id]
      const of = (id: string) =>
        inputOf(input as z.ZodType | undefined, { ids: fc.constant(id), picture: Buffer.from('x') })
      const inputs = rows.flatMap((id) => fc.sample(of(id), 1))
      const id = kind === 'user' ? ada.id : acme.id
      await deletion.query(`begin; select from organization where id = '${acme.id}' for no key update;
        select from "${kind}" where id = '${id}' for update`)
      deadlocks = 0
      let ended = 0
      const calls = inputs.map((value) =>
        outcomeOf(db, actor, { name, input: value }).finally(() => (ended += 1)),
      )
      const isWaited = async () =>
        ended === inputs.length || ((await deletion.query(waiting)).rowCount ?? 0) > 0
      await expect.poll(isWaited, { interval: 20 }).toBe(true)
      await deletion.query(`delete from "${kind}" where id = '${id}'; commit`).catch((error: unknown) => {
        if (databaseCode(error) === DEADLOCK) deadlocks += 1
        return deletion.query('rollback')
      })
      await Promise.all(calls)
      if (deadlocks > 0) failed.push(name)
    }
    await deletion.end()
    expect(failed).toEqual([])
  },
)

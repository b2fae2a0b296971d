import { EventEmitter, once } from 'node:events'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineAccess } from '#/access/access.ts'
import { runWithRequest, type RequestScope } from '#/log/request-scope.server.ts'
import { actorOf, createUser } from '@plinth/testing/factories.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { createCallerFactory, procedure, router } from './trpc.server.ts'

const { db } = await openTestDatabase()
const { read } = defineAccess('thing', { read: ['user'] })

test('an input that breaks its schema is the fault of its sender, an output ours', async () => {
  const things = router({
    number: procedure(read)
      .input(z.number())
      .output(z.number().max(10))
      .query(({ input }) => input * 2),
  })
  const caller = createCallerFactory(things)(makeContext(db, actorOf(await createUser(db))))
  await expect(caller.number('one' as never)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(caller.number(7)).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
  expect(await caller.number(5)).toBe(10)
})

test('what ends because its client has left is no bug, alone or as the cause of another error', async () => {
  const client = new AbortController()
  const things = router({
    wait: procedure(read).query(async () => {
      client.abort()
      client.signal.throwIfAborted()
    }),
    listen: procedure(read).query(() => once(new EventEmitter(), 'answer', { signal: client.signal })),
    fail: procedure(read).query(() => {
      throw new Error('the code is broken')
    }),
  })
  const caller = createCallerFactory(things)(makeContext(db, actorOf(await createUser(db))))
  await runWithRequest({ signal: client.signal } as RequestScope, async () => {
    await expect(caller.wait()).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(caller.listen()).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(caller.fail()).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
  })
})

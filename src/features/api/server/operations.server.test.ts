import { expect, test } from 'vitest'
import { z } from 'zod'
import { makeAppRouter } from '@plinth/core/app/server'
import { perMinute, procedure, router } from '@plinth/core/verb/server'
import { sampleAccess, sampleRouter } from '../tests/sample-router.ts'
import { actionsOf, operationsOf } from './operations.server.ts'

const appRouter = await makeAppRouter()

const query = (rest: `GET /${string}`) =>
  procedure(sampleAccess.read).meta({ api: { rest, summary: 'Read' } })
const output = z.object({ id: z.string() })
const id = () => ({ id: '1' })

test('every operation of the application has a route of its own, an output and a schema in JSON', () => {
  expect(() => operationsOf(appRouter)).not.toThrow()
})

test('a procedure is an operation only if it says so', () => {
  const names = operationsOf(sampleRouter).map(({ name }) => name)
  expect(names).toContain('things.list')
  expect(names).not.toContain('others.hidden')
})

test('scopes give the actions of their operations, and writing those of reading', () => {
  const all = operationsOf(sampleRouter)
  expect(actionsOf(all, ['things:read'])).toEqual(['sample.read'])
  expect(actionsOf(all, ['things:write']).toSorted()).toEqual([
    'sample.manage',
    'sample.read',
    'sample.write',
  ])
  expect(actionsOf(all, [])).toEqual([])
})

test.each([
  ['an output', { a: query('GET /a').query(id) }, 'no output schema'],
  ['the name in its path', { a: query('GET /a/{id}').output(output).query(id) }, 'no field id'],
  [
    'a route of its own',
    {
      a: query('GET /a/{id}')
        .input(z.object({ id: z.string() }))
        .output(output)
        .query(id),
      b: query('GET /a/{name}')
        .input(z.object({ name: z.string() }))
        .output(output)
        .query(id),
    },
    'are both GET /a/{}',
  ],
  [
    'an output that JSON can hold',
    {
      a: query('GET /a')
        .output(z.object({ id: z.bigint() }))
        .query(() => ({ id: 1n })),
    },
    'JSON has no bigint',
  ],
  [
    'an input that JSON can hold',
    {
      a: query('GET /a')
        .input(z.object({ all: z.set(z.string()) }))
        .output(output)
        .query(id),
    },
    'JSON has no set',
  ],
  [
    'a method that fits',
    {
      a: procedure(sampleAccess.write, perMinute(1))
        .meta({ api: { rest: 'GET /a', summary: 'Write' } })
        .output(output)
        .mutation(id),
    },
    'only queries are GET',
  ],
  [
    'an answer that ends',
    {
      a: query('GET /a').subscription(async function* () {
        yield await Promise.resolve(id())
      }),
    },
    'the API has no subscriptions',
  ],
  [
    'an input without files',
    {
      a: procedure(sampleAccess.write, perMinute(1), { maxBytes: 1 })
        .meta({ api: { rest: 'POST /a', summary: 'Upload' } })
        .output(output)
        .mutation(id),
    },
    'the API takes no files',
  ],
  [
    'a rule that a token may have',
    {
      a: procedure(sampleAccess.administer)
        .meta({ api: { rest: 'GET /a', summary: 'Administer' } })
        .output(output)
        .query(id),
    },
    'no token may administer',
  ],
])('a declaration without %s is an error', (_what, procedures, message) => {
  expect(() => operationsOf(router({ some: router(procedures) }))).toThrow(message)
})

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeAppRouter } from '@plinth/core/app/server'
import { breaksOf, type DocumentedOperation, type Operations } from '../tests/breaks-of.ts'
import { openApiOf } from './open-api.server.ts'
import { operations } from './operations.server.ts'

const appRouter = await makeAppRouter()

// The document as callers know it, one file per resource, so that a feature that is removed leaves the
// others as they are. Delete a file to break its callers on purpose.
const folder = path.resolve(import.meta.dirname, '../tests/openapi')
const { paths } = openApiOf(appRouter, 'https://app.example')

function documented(resource: string): Operations {
  const own = operations(appRouter).filter((operation) => operation.resource === resource)
  return Object.fromEntries(
    own.map(({ method, path: route }) => [
      `${method} ${route}`,
      paths[route]?.[method.toLowerCase()] as DocumentedOperation,
    ]),
  )
}

const resources = [...new Set(operations(appRouter).map(({ resource }) => resource))]

describe.each(resources)('%s', (resource) => {
  const file = path.join(folder, `${resource}.json`)
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Operations) : {}

  test('breaks nobody who calls it as it was documented', () => {
    const now = documented(resource)
    expect(breaksOf(known, now)).toEqual([])
    // What is new can be called from now on.
    if (!process.env.CI) writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`)
  })
})

test('names of operations are unique', () => {
  const names = Object.values(paths).flatMap((item) =>
    Object.values(item).map((operation) => (operation as { operationId: string }).operationId),
  )
  expect(new Set(names).size).toBe(names.length)
})

describe('a change that breaks callers is found:', () => {
  const text = { type: 'string' }
  type Shape = { required?: string[]; output?: Record<string, object>; there?: string[] }
  const operation = (
    input: Record<string, object>,
    { required = [], output = { id: text }, there = ['id'] }: Shape = {},
  ): Operations => ({
    'POST /things': {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { type: 'object', properties: input, required } } },
      },
      responses: {
        200: {
          content: {
            'application/json': { schema: { type: 'object', properties: output, required: there } },
          },
        },
      },
    } as unknown as DocumentedOperation,
  })
  const before = operation({ kind: { type: 'string', enum: ['a', 'b'] }, note: text })
  const kind = { type: 'string', enum: ['a', 'b'] }

  test.each([
    ['an operation less', {}, 'is gone'],
    ['a field less', operation({ kind }), 'note is refused'],
    ['a field that is required', operation({ kind, note: text }, { required: ['note'] }), 'note is required'],
    [
      'a new field that is required',
      operation({ kind, note: text, more: text }, { required: ['more'] }),
      'more is required',
    ],
    ['another type', operation({ kind, note: { type: 'integer' } }), 'note may no longer be string'],
    [
      'a value less',
      operation({ kind: { type: 'string', enum: ['a'] }, note: text }),
      'kind may no longer be "b"',
    ],
    ['an answer without a field', operation({ kind, note: text }, { output: {} }), 'the answer.id is gone'],
    [
      'an answer whose field may be null',
      operation({ kind, note: text }, { output: { id: { anyOf: [text, { type: 'null' }] } } }),
      'the answer.id may be null',
    ],
    [
      'an answer whose field may be missing',
      operation({ kind, note: text }, { there: [] }),
      'the answer.id may be missing',
    ],
  ])('%s', (_what, after, message) => {
    expect(breaksOf(before, after)).toEqual([`POST /things${message === 'is gone' ? ' ' : ': '}${message}`])
  })

  test('and what only adds is none', () => {
    const output = { id: text, more: text }
    expect(
      breaksOf(
        before,
        operation({ kind: { ...kind, enum: ['a', 'b', 'c'] }, note: text, more: text }, { output }),
      ),
    ).toEqual([])
  })
})

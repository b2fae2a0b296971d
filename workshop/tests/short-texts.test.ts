// One rule for every short text that others see, wherever it comes in.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { authRegistry } from '@plinth/core/internal/app/registry/auth.server.ts'
import { makeAppRouter } from '@plinth/core/app/server'
import { proceduresOf } from '@plinth/testing/entry-points.ts'

const appRouter = await makeAppRouter()
const { endpoints: authEndpoints } = await authRegistry()

/** Strings that nobody else reads as a name or a line: ids, secrets, filters, long texts, jobs. */
const notShown =
  /^(id|.*Id|ids|.*Ids|cursor|search|query|of|.*[tT]oken|proof|request|.*[pP]assword|code|.*URL|redirectTo|idempotencyKey|content|fingerprint|eventTypes|queues|authenticatorAttachment)$/

type Leaf = { path: string; schema: z.ZodType }

/** Every string of an input that may be any words. */
function* wordsIn(schema: unknown, path: string): Generator<Leaf> {
  if (path.split('.').some((key) => notShown.test(key)) || !(schema instanceof z.ZodType)) return
  if (schema instanceof z.ZodObject)
    for (const [name, field] of Object.entries(schema.shape)) yield* wordsIn(field, `${path}.${name}`)
  else if (schema instanceof z.ZodArray) yield* wordsIn(schema.element, path)
  else if (schema instanceof z.ZodUnion) for (const option of schema.options) yield* wordsIn(option, path)
  else if (schema instanceof z.ZodPipe && !(schema.in instanceof z.ZodString)) yield* wordsIn(schema.in, path)
  else if ('unwrap' in schema && typeof schema.unwrap === 'function') yield* wordsIn(schema.unwrap(), path)
  else if (schema.safeParse('Two words').success && !schema.safeParse(1).success) yield { path, schema }
}

const leaves = [
  ...proceduresOf(appRouter).map(({ name, input }) => ({ name, input })),
  // What apps and providers send to OAuth has rules of its own.
  ...authEndpoints
    .filter(({ path }) => !/^\/(oauth2|callback)\//.test(path))
    .flatMap(({ path, body, query }) => [body, query].map((input) => ({ name: path, input }))),
].flatMap(({ name, input }) => [...wordsIn(input, name)])

test('names and reasons are found', () => {
  const found = leaves.map(({ path }) => path.slice(path.lastIndexOf('.') + 1))
  for (const name of ['firstName', 'lastName', 'name', 'reason']) expect(found).toContain(name)
})

test.each([
  ['controls of the direction', 'in\u202Evoice'],
  ['an isolate', '\u2066invoice'],
  ['a joiner that joins nothing', 'in\u200Dvoice'],
  ['a line break', 'in\nvoice'],
  ['nothing visible', '\u3164'],
  ['an empty braille cell', '\u2800\u2800'],
])('no short text has %s', (_what, text) => {
  expect(leaves.filter(({ schema }) => schema.safeParse(text).success).map(({ path }) => path)).toEqual([])
})

test.each(['می‌خواهم', '👩🏽‍🚀', 'അവന്‍', '❤️‍🔥', '李', 'Zoë'])('every short text may be %s', (text) => {
  expect(leaves.filter(({ schema }) => !schema.safeParse(text).success).map(({ path }) => path)).toEqual([])
})

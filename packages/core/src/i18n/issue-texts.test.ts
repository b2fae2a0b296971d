import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { issueCode } from '#/lib/issue-code.ts'

const texts = import.meta.glob<Record<string, string>>('./errors/locales/*.json', {
  eager: true,
  import: 'default',
})

/** What each kind of error of zod comes from. A kind that is missing here is a type error. */
const kinds: Record<z.core.$ZodIssue['code'], readonly (readonly [z.ZodType, unknown])[]> = {
  invalid_type: [
    [z.number(), 'x'],
    [z.date(), undefined],
    [z.string(), 5],
    [z.number(), null],
  ],
  too_big: [
    [z.string().max(1), 'xx'],
    [z.number().max(1), 2],
    [z.array(z.any()).max(0), [1]],
    [z.date().max(new Date(0)), new Date()],
    [z.bigint().max(1n), 2n],
    [z.int(), 1e300],
    [z.set(z.any()).max(0), new Set([1])],
  ],
  too_small: [
    [z.string().min(1), ''],
    [z.number().min(1), 0],
    [z.array(z.any()).min(1), []],
    [z.date().min(new Date()), new Date(0)],
  ],
  invalid_format: [
    [z.email(), 'x'],
    [z.url(), 'x'],
    [z.iso.date(), 'x'],
    [z.uuid(), 'x'],
    [z.string().regex(/a/), 'x'],
    [z.string().startsWith('a'), 'x'],
  ],
  not_multiple_of: [[z.number().multipleOf(2), 1]],
  unrecognized_keys: [[z.strictObject({}), { a: 1 }]],
  invalid_union: [[z.union([z.string(), z.number()]), null]],
  invalid_key: [[z.record(z.string().max(1), z.any()), { bb: 1 }]],
  invalid_element: [[z.map(z.any(), z.string()), new Map([[{}, 1]])]],
  invalid_value: [
    [z.enum(['a']), 'b'],
    [z.literal(1), 2],
  ],
  custom: [[z.string().refine(() => false), 'x']],
}

describe.each(Object.entries(texts))('in %s', (_file, own) => {
  test.each(Object.entries(kinds))('an error of the kind %s has a translated text', (_, examples) => {
    for (const [type, value] of examples) {
      const [issue] = type.safeParse(value).error?.issues ?? []
      expect(issue).toBeDefined()
      expect(own[issueCode(issue ?? { message: '' }).replace(/^errors:/, '')]).toMatch(/\.$/)
    }
  })
})

test('each kind is what its examples are of', () => {
  const found = Object.entries(kinds).flatMap(([kind, examples]) =>
    examples.map(([type, value]) => [kind, type.safeParse(value).error?.issues[0]?.code]),
  )
  for (const [kind, code] of found) expect(code).toBe(kind)
})

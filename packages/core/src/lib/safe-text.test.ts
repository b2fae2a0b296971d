import { expect, test } from 'vitest'
import { findUnstorable, readableLine } from './safe-text.ts'

const lists = (levels: number): unknown => (levels === 0 ? 'x' : [lists(levels - 1)])

test.each([
  ['twelve levels', lists(12), undefined],
  ['a level more', { tags: lists(12) }, { code: 'errors:tooDeep', field: `tags${'.0'.repeat(11)}` }],
  ['levels without end', lists(5_000), { code: 'errors:tooDeep', field: Array(12).fill('0').join('.') }],
  ['levels within a set', new Set([lists(12)]), { code: 'errors:tooDeep' }],
  ['NUL', { user: { name: 'a\u0000' } }, { code: 'errors:invalidText', field: 'user.name' }],
  ['half a character in a name', { user: { '\ud800': 1 } }, { code: 'errors:invalidText', field: 'user' }],
  ['NUL alone', '\u0000', { code: 'errors:invalidText', field: 'whole' }],
])('%s', (_what, value, found) => {
  if (found) expect(findUnstorable(value, 'whole')).toMatchObject(found)
  else expect(findUnstorable(value)).toBeUndefined()
})

test.each([
  ['a name with marks of pasting around it', '\u200e Ada\u200b\u00a0', 'Ada'],
  ['a name of a file that hides its ending', 'annex\u202egpj.exe', 'annexgpj.exe'],
  ['two lines', 'a\nb', 'a b'],
  ['a joiner between letters that need none', 'A\u200dda e\u0301\u200d', 'Ada e\u0301'],
  ['nothing visible', '\u3164\u2800\u200d', ''],
  ['a family', '👨‍👩‍👧', '👨‍👩‍👧'],
  ['a word of Persian', 'می‌خواهم', 'می‌خواهم'],
])('%s as a short text', (_what, text, shown) => {
  expect(readableLine(text)).toBe(shown)
})

import { expect, test } from 'vitest'
import type { z } from 'zod'
import * as fields from './fields.ts'
import { issueCode } from './issue-code.ts'

const codeOf = (type: z.ZodType, value: unknown) => {
  const [issue] = type.safeParse(value).error?.issues ?? []
  return issue && issueCode(issue)
}

test.each<[string, z.ZodType, unknown, string | undefined]>([
  ['an empty required text', fields.required(fields.text()), ' ', 'errors:required'],
  ['an empty optional text', fields.text(), ' ', undefined],
  ['a text with a line break', fields.text(), 'a\nb', 'errors:invalidText'],
  ['a long text with one', fields.longText(), 'a\nb', undefined],
  ['a text that is too long', fields.text(1), 'ab', 'errors:tooLong'],
  ['Markdown', fields.required(fields.markdown()), '# A\n\n**b**', undefined],
  ['no address', fields.email(), 'ada', 'errors:invalidEmail'],
  ['an optional address', fields.email(), '', undefined],
  ['a link', fields.url(), 'https://example.com/a?b', undefined],
  ['a link that runs code', fields.url(), 'javascript:alert(1)', 'errors:invalidUrl'],
  ['an empty required number', fields.required(fields.number()), null, 'errors:required'],
  ['an empty optional number', fields.number().nullable(), null, undefined],
  ['a number below its bound', fields.required(fields.number({ min: 1 })), 0, 'errors:tooLow'],
  ['a number above its bound', fields.number({ max: 1 }), 2, 'errors:tooHigh'],
  ['half a cent', fields.money(), 0.5, 'errors:invalidNumber'],
  ['a day', fields.required(fields.date()), '2024-02-29', undefined],
  ['a day that does not exist', fields.date(), '2026-02-29', 'errors:invalidDate'],
  ['a day of the year 0', fields.date(), '0000-01-01', 'errors:invalidDate'],
  ['a moment', fields.dateTime(), new Date(), undefined],
  ['no moment', fields.dateTime(), new Date(Number.NaN), 'errors:invalidDate'],
  ['a moment of the year 10000', fields.dateTime(), new Date(8.64e15), 'errors:invalidDate'],
  ['a value twice', fields.manyOf(['a', 'b']), ['a', 'a'], 'errors:invalid'],
  ['none of several', fields.required(fields.manyOf(['a', 'b'])), [], 'errors:required'],
  ['an empty required reference', fields.required(fields.reference()), null, 'errors:required'],
  ['an empty optional reference', fields.reference().nullable(), null, undefined],
  ['an id', fields.required(fields.reference()), '0198c3-Ab_9', undefined],
  ['no id', fields.reference(), 'a b', 'errors:invalid'],
  ['an empty id', fields.required(fields.reference()), '', 'errors:required'],
  ['an unknown value', fields.manyOf(['a', 'b']), ['c'], 'errors:invalid'],
])('%s', (...[, type, value, code]) => {
  expect(codeOf(type, value)).toBe(code)
})

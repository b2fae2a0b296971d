import { expect, test } from 'vitest'
import * as fields from '#/lib/fields.ts'
import { email } from './auth.schema.ts'

test.each([
  ['Ada@Example.com', 'ada@example.com'],
  [' ada@example.com\u200b ', 'ada@example.com'],
  ['ada＠example.com', 'ada@example.com'],
  ['ａｄａ＋１＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ada+1@example.com'],
  ['ada@example。com', 'ada@example.com'],
  ['ada@example｡com', 'ada@example.com'],
  ['ada＠', undefined],
  ['adа@example.com', undefined],
])('the address in %s', (typed, address) => {
  expect(email.safeParse(typed).data).toBe(address)
  expect(fields.email().safeParse(typed).data?.toLowerCase()).toBe(address)
})

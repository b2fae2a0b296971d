import { expect, test } from 'vitest'
import { splitCode } from './split-code.ts'

test('comments, strings, keywords and calls are recognized, and no character is lost', () => {
  const code = "// don't\nexport const a = call('x // y') /* if */ + `b`\n"
  const parts = splitCode(code)
  expect(parts.map(({ text }) => text).join('')).toBe(code)
  expect(parts.filter(({ kind }) => kind !== 'plain')).toEqual([
    { kind: 'comment', text: "// don't" },
    { kind: 'keyword', text: 'export' },
    { kind: 'keyword', text: 'const' },
    { kind: 'name', text: 'call' },
    { kind: 'string', text: "'x // y'" },
    { kind: 'comment', text: '/* if */' },
    { kind: 'string', text: '`b`' },
  ])
})

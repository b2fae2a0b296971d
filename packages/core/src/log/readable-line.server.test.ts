import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from './log.server.ts'
import { readableLine } from './readable-line.server.ts'

const time = '2026-11-29T08:45:36.000Z'
const line = (fields: object) =>
  readableLine(JSON.stringify({ level: 'error', time, msg: 'it failed', ...fields }))

test('a line has time, level, text, fields, and an error with its own places and causes', () => {
  const cause = { type: 'TypeError', message: 'no\nfile', stack: ['at node:fs:1'] }
  const stack = [`at verb (${process.cwd()}/src/verb.ts:1:2)`, 'at call (/x/node_modules/y.js:3:4)']
  expect(
    line({ requestId: 'abc', path: '/a b', err: { type: 'Error', message: 'from it', stack, cause } }),
  ).toMatch(
    /^\d\d:\d\d:\d\d ERROR it failed requestId=abc path="\/a b"\n {2}Error: from it\n {4}at verb \(src\/verb.ts:1:2\)\n {2}caused by\n {2}TypeError: no\n {2}file\n {4}at node:fs:1\n$/,
  )
})

test('what has come from outside can neither move the cursor nor write a line', () => {
  const text = 'x\u001b[2J\u001b]0;title\u0007\r\u009b1A\ny'
  for (const written of [
    line({ msg: text }),
    line({ path: text }),
    line({ err: { type: 'Error', message: text } }),
  ])
    expect(written.replaceAll('\n', '')).toMatch(/^\P{Cc}+$/u)
  expect(line({ msg: text }).split('\n')).toHaveLength(2)
})

test('the log is that in a terminal', () => {
  const before = process.stdout.isTTY
  onTestFinished(() => {
    process.stdout.isTTY = before
    vi.restoreAllMocks()
  })
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  process.stdout.isTTY = true
  createLog('info').info({ job: 'sweep', token: 'hidden' }, 'it ran')
  expect(write.mock.calls.join()).toMatch(/INFO {2}it ran .*job=sweep token=\[redacted\]/)
})

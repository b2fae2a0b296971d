import { expect, test } from 'vitest'
import { excerptOf } from './excerpt-of.server.ts'

test('markup is gone and blocks stand apart', () => {
  expect(excerptOf('# Title\n\nSome **bold** and `code`.\n\n- one\n- two\n\n<b onclick="x()">raw</b>')).toBe(
    'Title Some bold and code. one two raw',
  )
})

test('a table is read cell by cell, and struck text as text', () => {
  expect(excerptOf('| Change | Where |\n| --- | --- |\n| ~~Search~~ | Posts |')).toBe(
    'Change Where Search Posts',
  )
})

test('a long text is cut at a word, within its limit', () => {
  const cut = excerptOf('palabra '.repeat(100))
  expect(cut.length).toBeLessThanOrEqual(200)
  expect(cut).toMatch(/palabra…$/)
})

test('a text without spaces is cut all the same, never in the middle of a character', () => {
  const cut = excerptOf('🧱'.repeat(600))
  expect(cut.length).toBeLessThanOrEqual(200)
  expect(cut.isWellFormed()).toBe(true)
})

import { expect, test } from 'vitest'
import { excerptOf } from './excerpt-of.server.ts'

test('is the first paragraph', () => {
  expect(excerptOf('# Title\n\nSome **bold** and `code`.\n\n- one\n- two')).toBe('Some bold and code.')
  expect(excerptOf('Who answers when.\n\n| Week | First |\n| --- | --- |\n| 49 | Cleo |\n\nCall Ada.')).toBe(
    'Who answers when.',
  )
})

test('without a paragraph removes markup and separates blocks', () => {
  expect(excerptOf('# Title\n\n- Some **bold** and `code`.\n- two\n\n> # raw')).toBe(
    'Title · Some bold and code. two · raw',
  )
})

test('reads a table cell by cell, and strikethrough as text', () => {
  expect(excerptOf('| Change | Where |\n| --- | --- |\n| ~~Search~~ | Posts |')).toBe(
    'Change · Where · Search · Posts',
  )
})

test('leaves out a table that stands beside a text', () => {
  expect(
    excerptOf('- Who answers when.\n\n| Week | First |\n| --- | --- |\n| 49 | Cleo |\n\n- Call Ada.'),
  ).toBe('Who answers when. Call Ada.')
})

test('leaves out an image that stands beside a text', () => {
  expect(excerptOf('![IMG_2034](/a#8x8)\n\nThe kiln ![x](/b) is open.')).toBe('The kiln is open.')
  expect(excerptOf('![The kiln](/a#8x8)')).toBe('The kiln')
})

test('cuts a long text between words, within the limit', () => {
  const cut = excerptOf('palabra '.repeat(100))
  expect(cut.length).toBeLessThanOrEqual(200)
  expect(cut).toMatch(/palabra…$/)
})

test('cuts a text without spaces too, never inside a character', () => {
  const cut = excerptOf('🧱'.repeat(600))
  expect(cut.length).toBeLessThanOrEqual(200)
  expect(cut.isWellFormed()).toBe(true)
})

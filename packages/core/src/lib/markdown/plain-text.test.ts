import { expect, test } from 'vitest'
import { parseMarkdown } from './parse-markdown.ts'
import { excerptOf, plainTextOf } from './plain-text.ts'

const excerpt = (text: string) => excerptOf(parseMarkdown(text, 'text').root)

test('is the first paragraph', () => {
  expect(excerpt('# Title\n\nSome **bold** and `code`.\n\n- one\n- two')).toBe('Some bold and code.')
  expect(excerpt('Who answers when.\n\n| Week | First |\n| --- | --- |\n| 49 | Cleo |\n\nCall Ada.')).toBe(
    'Who answers when.',
  )
})

test('without a paragraph removes markup and separates blocks', () => {
  expect(excerpt('# Title\n\n- Some **bold** and `code`.\n- two\n\n> # raw')).toBe(
    'Title · Some bold and code. two · raw',
  )
})

test('reads a table cell by cell, and strikethrough as text', () => {
  expect(excerpt('| Change | Where |\n| --- | --- |\n| ~~Search~~ | Posts |')).toBe(
    'Change · Where · Search · Posts',
  )
})

test('leaves out a table that stands beside a text', () => {
  expect(
    excerpt('- Who answers when.\n\n| Week | First |\n| --- | --- |\n| 49 | Cleo |\n\n- Call Ada.'),
  ).toBe('Who answers when. Call Ada.')
})

test('leaves out an image that stands beside a text', () => {
  expect(excerpt('![IMG_2034](/a#8x8)\n\nThe kiln ![x](/b) is open.')).toBe('The kiln is open.')
  expect(excerpt('![The kiln](/a#8x8)')).toBe('The kiln')
})

test('cuts a long text between words, within the limit', () => {
  const cut = excerpt('palabra '.repeat(100))
  expect(cut.length).toBeLessThanOrEqual(200)
  expect(cut).toMatch(/palabra…$/)
})

test('cuts a text without spaces too, never inside a character', () => {
  const cut = excerpt('🧱'.repeat(600))
  expect(cut.length).toBeLessThanOrEqual(200)
  expect(cut.isWellFormed()).toBe(true)
})

test('the plain text has a line for each block, tags and code as text, and no markup', () => {
  const text = '# Press <Enter>\n\n- *a*  \n  b\n- `c<d>`\n\n| e | ![f](/g) |\n| - | - |\n\n```\nh\n```'
  expect(plainTextOf(parseMarkdown(text, 'text').root)).toBe('Press <Enter>\na\nb\nc<d>\ne\nf\nh')
})

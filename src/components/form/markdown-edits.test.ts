import { expect, test } from 'vitest'
import { continueList, link, pasteLink, prefix, wrap } from './markdown-edits.ts'

const selectedOf = ({ text, selected }: { text: string; selected: readonly [number, number] }) =>
  text.slice(...selected)

test('marks surround the selection, which stays selected; without one, typing goes between them', () => {
  expect(wrap('**')('glaze')).toEqual({ text: '**glaze**', selected: [2, 7] })
  expect(wrap('`')('')).toEqual({ text: '``', selected: [1, 1] })
})

test('a prefix begins each line', () => {
  expect(prefix('- ')('one\ntwo').text).toBe('- one\n- two')
  expect(prefix('## ')('')).toEqual({ text: '## ', selected: [3, 3] })
})

test('a link selects what is still missing', () => {
  expect(selectedOf(link('kiln'))).toBe('https://')
  expect(link('https://example.com')).toEqual({ text: '[](https://example.com)', selected: [1, 1] })
})

test('only an address pasted over a text becomes a link', () => {
  expect(pasteLink('kiln', ' https://example.com/a ')?.text).toBe('[kiln](https://example.com/a)')
  expect(pasteLink('', 'https://example.com')).toBeUndefined()
  expect(pasteLink('kiln', 'example')).toBeUndefined()
  expect(pasteLink('https://example.com', 'https://example.org')).toBeUndefined()
})

test.each([
  ['- glaze', '\n- '],
  ['  * glaze', '\n  * '],
  ['9. glaze', '\n10. '],
  ['- [x] glaze', '\n- [ ] '],
])('Enter after %j begins the next item', (line, insert) => {
  expect(continueList(line)).toEqual({ insert })
})

test('Enter in an empty item ends the list; text is no list', () => {
  expect(['- ', '12) ', '- [ ] '].map(continueList)).toEqual(['end', 'end', 'end'])
  expect(['glaze', '-glaze', '**bold**', ''].map(continueList)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

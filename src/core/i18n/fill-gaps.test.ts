import { expect, test } from 'vitest'
import { fillGaps } from './fill-gaps.ts'

test('a text that is not translated yet is in English, in every plural form of the language', () => {
  const english = {
    notes: { title: 'Notes', list: { count_one: '{{count}} note', count_other: '{{count}} notes' } },
  }
  const french = {
    notes: { title: 'Carnet', list: { count_one: null, count_many: null, count_other: '{{count}} carnets' } },
  }
  expect(fillGaps(french, english)).toEqual({
    notes: {
      title: 'Carnet',
      list: { count_one: '{{count}} note', count_many: '{{count}} notes', count_other: '{{count}} carnets' },
    },
  })
})

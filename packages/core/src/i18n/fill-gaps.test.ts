import { expect, test } from 'vitest'
import { fillGaps, withoutGaps } from './fill-gaps.ts'

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

test('a namespace that is fetched alone takes English for what it lacks, and fetches it only then', async () => {
  const english = () => Promise.resolve({ title: 'Notes', list: { none: 'No notes' } })
  expect(await withoutGaps({ title: null, list: { none: 'Rien' } }, english)).toEqual({
    title: 'Notes',
    list: { none: 'Rien' },
  })
  const needless = () => Promise.reject(new Error('fetched'))
  expect(await withoutGaps({ title: 'Carnet' }, needless)).toEqual({ title: 'Carnet' })
})

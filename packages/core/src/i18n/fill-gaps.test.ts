import { expect, test } from 'vitest'
import { fillGaps } from './fill-gaps.ts'
import type { Language } from './languages.ts'

const french = 'fr' as Language
const english = {
  notes: {
    title: 'Notes',
    none: 'No notes',
    list: { count_one: '{{count}} note', count_other: '{{count}} notes' },
  },
}

test('a text that is not translated yet is in English, in every plural form of the language', () => {
  const list = { count_one: null, count_many: null, count_other: '{{count}} carnets' }
  expect(fillGaps(french, { notes: { title: 'Carnet', none: null, list } }, english)).toEqual({
    notes: {
      title: 'Carnet',
      none: 'No notes',
      list: { count_one: '{{count}} note', count_many: '{{count}} notes', count_other: '{{count}} carnets' },
    },
  })
})

test('so is one that only English has, and a namespace', () => {
  const list = { count_one: '{{count}} note', count_many: '{{count}} notes', count_other: '{{count}} notes' }
  expect(fillGaps(french, { notes: { title: 'Carnet' } }, english)).toEqual({
    notes: { title: 'Carnet', none: 'No notes', list },
  })
  expect(fillGaps(french, {}, english)).toEqual({ notes: { title: 'Notes', none: 'No notes', list } })
})

import { expect, test } from 'vitest'
import { namesOf, whyNoName } from './feature-names.ts'
import { singularOf } from './singular.ts'

const singulars = `
  expenses expense, addresses address, categories category, statuses status, boxes box, companies company, houses house, invoices invoice,
  courses course, databases database, responses response, buses bus, shoes shoe, movies movie, posts post, notes note, work-items work-item,
  supply-boxes supply-box, classes class, processes process, matches match, dishes dish, taxes tax, quizzes quiz, phases phase, releases release,
  purchases purchase, exercises exercise, promises promise, purposes purpose, licenses license, nurses nurse, sizes size, prizes prize, causes cause,
  warehouses warehouse, excuses excuse, campuses campus, viruses virus, bonuses bonus, aliases alias, heroes hero, cookies cookie, ties tie,
  activities activity, keys key, days day, queries query, shelves shelf, knives knife, lives life, archives archive, curves curve, drives drive,
  caches cache, services service, messages message, images image, types type, themes theme, cases case, bases base, people person, news-pieces
  news-piece, menus menu, lenses lens, analyses analysis, rows row, photos photo, videos video, uses use, horses horse, sheds shed, leaves leaf
`

test('the singular of a plural', () => {
  const pairs = singulars.split(',').map((pair) => pair.trim().split(/\s+/))
  expect(pairs.map(([plural = '']) => [plural, singularOf(plural)])).toEqual(pairs)
})

test.each(['news', 'series', 'species', 'status', 'bus', 'address', 'analysis', 'equipment'])(
  '%s is not recognized as a plural',
  (word) => {
    expect(singularOf(word)).toBe(word)
  },
)

test('a name without a recognized plural is rejected with a hint, and accepted with an explicit singular', () => {
  expect(whyNoName('series')).toContain('--singular NAME')
  expect(whyNoName('axes', 'Axis')).toContain('kebab-case')
  expect(whyNoName('series', 'episode')).toBeUndefined()
  expect(namesOf('axes', 'axis').singular.pascal).toBe('Axis')
  expect(namesOf('expenses').singular.pascal).toBe('Expense')
})

import { expect, test } from 'vitest'
import { speaks } from '@plinth/testing/languages.ts'
import { filesOf, readFeature } from './generated-feature.ts'
import { articleOf } from './texts.ts'

const NAME = 'crates'

/** The text of a generated file. */
const textOf = (file: string, args: Partial<Parameters<typeof readFeature>[0]>) =>
  filesOf(readFeature({ name: NAME, fields: ['label:text'], nouns: {}, ...args })).get(
    `src/features/${NAME}/${file}`,
  ) ?? ''

test('no variable of the code and the tests is called like the title, which may have any name', () => {
  const files = filesOf(readFeature({ name: NAME, fields: ['zebra:text', 'owner:user'], nouns: {} }))
  const variables = [...files].flatMap(([file, text]) =>
    file.includes('/ui/')
      ? []
      : [...text.matchAll(/.*(?<![.'"#-])\bzebra\b(?!['":]).*/g)].map(([line]) => line),
  )
  expect(variables).toEqual([])
})

test('a list is not sorted by an address, which is too long for its cursor', () => {
  const options = textOf(`${NAME}.options.ts`, { fields: ['label:text', 'link:url', 'mail:email'] })
  expect(options).toContain("'-label'")
  expect(options).toContain("'-mail'")
  expect(options).not.toContain("'-link'")
})

test('abbreviations keep their capitals', () => {
  const titleOf = (en: string) =>
    (JSON.parse(textOf('locales/en.json', { nouns: { en } })) as { list: { new: string } }).list.new
  expect(['API key/API keys', 'NF-e/NF-es', 'PDF/PDFs', 'Invoice/Invoices'].map(titleOf)).toEqual([
    'New API key',
    'New NF-e',
    'New PDF',
    'New invoice',
  ])
})

test('the article of a noun', () => {
  const an = 'invoice hour honor heirloom uninvited idea API FAQ'.split(' ')
  const a = 'unit user usage utility utensil euro one-off house URL PDF'.split(' ')
  expect([...an, ...a].filter((noun) => articleOf(noun) === 'an')).toEqual(an)
})

test.skipIf(!speaks('es'))('in Spanish, a feminine noun with a stressed a takes the article un', () => {
  const textsOf = (es: string) =>
    JSON.parse(textOf('locales/es.json', { nouns: Object.fromEntries([['es', es]]) })) as {
      list: object
      home: { activity: object }
      chat: object
    }
  expect(textsOf('área/áreas/f')).toMatchObject({
    list: { new: 'Nueva área', all: 'Todas las áreas' },
    home: { activity: { missing: 'un área' } },
    chat: { noneFor: 'Ningún área coincide con «{{query}}».' },
  })
  expect(textsOf('agenda/agendas/f')).toMatchObject({ home: { activity: { missing: 'una agenda' } } })
})

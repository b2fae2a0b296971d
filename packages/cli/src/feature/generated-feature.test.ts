import { expect, test } from 'vitest'
import { speaks } from '@plinth/testing/languages.ts'
import { filesOf, readArguments, readFeature } from './generated-feature.ts'
import { articleOf } from './texts.ts'

const NAME = 'crates'
const FOUR_FIELDS = ['label:text', 'total:money', 'due:date?', 'state:enum(new,sent)']

/** The text of a generated file. */
const textOf = (file: string, args: Partial<Parameters<typeof readFeature>[0]>) =>
  filesOf('.', readFeature({ name: NAME, fields: ['label:text'], nouns: {}, ...args })).get(
    `src/features/${NAME}/${file}`,
  ) ?? ''

test('no variable of the code and the tests is called like the title, which may have any name', () => {
  const files = filesOf('.', readFeature({ name: NAME, fields: ['zebra:text', 'owner:user'], nouns: {} }))
  const variables = [...files].flatMap(([file, text]) =>
    file.includes('/ui/')
      ? []
      : [...text.matchAll(/.*(?<![.'"#-])\bzebra\b(?!['":]).*/g)].map(([line]) => line),
  )
  expect(variables).toEqual([])
})

test('a list is not sorted by an address, which is too long for its cursor', () => {
  const list = textOf(`${NAME}.list.ts`, { fields: ['label:text', 'link:url', 'mail:email'] })
  expect(list).toContain("crateSorts = ['label', 'mail'] as const")
})

test('abbreviations keep their capitals', () => {
  const titleOf = (en: string) =>
    (JSON.parse(textOf('locales/en.json', { nouns: { en } })) as { shell: { new: string } }).shell.new
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

test.each([
  ['de', 'Kunde/Kunden/m', 'Neuer Kunde'],
  ['es', 'área/áreas/f', 'Nueva área'],
  ['pt', 'fatura/faturas/f', 'Nova fatura'],
] as const)('in %s the words given are enough', (language, noun, created) => {
  const text = textOf(`locales/${language}.json`, { nouns: { [language]: noun } })
  // A project may lack the language.
  if (speaks(language)) expect(JSON.parse(text)).toMatchObject({ shell: { new: created } })
})

test('nothing of the words of the templates is left', () => {
  const fields = ['label:text', 'box:ref(trunks)', 'body:markdown', 'scan:file', 'state:enum(new,old)?']
  const files = filesOf('.', readFeature({ name: 'vat-ids', fields, nouns: {} }))
  expect([...files].filter(([file, text]) => /paper.?clip|@\{|^@/im.test(`${file}\n${text}`))).toEqual([])
})

test('what wrote a feature is read back from its schema, however long', () => {
  const args = {
    name: NAME,
    fields: [
      'label:text',
      'state:enum(new,sent,returned)?',
      'total:money(EUR)',
      'owner:user',
      'notes:longtext',
    ],
    singular: 'crate',
    only: 'list,create,update',
    may: 'update=member',
    // Whatever languages there are.
    nouns: { de: 'Große Kiste/Große Kisten/f' } as object,
  }
  const schema = textOf(`${NAME}.schema.ts`, args)
  expect(schema.split('\n').every((line) => line.length <= 110)).toBe(true)
  expect(readArguments(schema)).toEqual(args)
})

test.each([
  ['title:text'],
  ['title:text', 'note:longtext?'],
  ['title:text', 'body:markdown'],
  ['title:text', 'due:datetime?', 'scan:file(pdf)?', 'box:ref(trunks)?'],
])('a table imports what it uses: %s', (...fields) => {
  const table = textOf(`server/${NAME}.table.server.ts`, { fields })
  const imported = [...table.matchAll(/import (?:type )?\{ (.+) \} from/g)].flatMap(([, names = '']) =>
    names.split(', '),
  )
  const code = table.slice(table.lastIndexOf("from '"))
  for (const name of ['sql', 'text', 'timestamp', 'index', 'sortedText', 'wordsOf'])
    expect(imported.includes(name), name).toBe(new RegExp(`\\b${name}[(\`]`).test(code))
})

test('few files and lines: what all rows have in common is not among them', () => {
  const files = filesOf('.', readFeature({ name: NAME, fields: FOUR_FIELDS, nouns: {} }))
  const code = [...files].filter(([file]) => !file.includes('/locales/'))
  expect(code.length).toBeLessThanOrEqual(19)
  expect(code.flatMap(([, text]) => text.trimEnd().split('\n')).length).toBeLessThanOrEqual(600)
})

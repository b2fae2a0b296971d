import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { languages } from './project.ts'
import { speaks } from '@plinth/testing/languages.ts'
import { checkTexts } from './check-texts.ts'

const sound: Record<string, Record<string, string>> = {
  en: { title: 'Posts', by: 'by {{name}}', count_one: '{{count}} post', count_other: '{{count}} posts' },
  de: {
    title: 'Beiträge',
    by: 'von {{name}}',
    count_one: '{{count}} Beitrag',
    count_other: '{{count}} Beiträge',
  },
  es: {
    title: 'Entradas',
    by: 'por {{name}}',
    count_one: '{{count}} una',
    count_many: '{{count}} de',
    count_other: '{{count}} dos',
  },
  pt: {
    title: 'Artigos',
    by: 'de {{name}}',
    count_one: '{{count}} um',
    count_many: '{{count}} de',
    count_other: '{{count}} dois',
  },
}
const page = `export const Page = ({ t, name, n }) => <main title={t('things:title')}>{t('things:by', { name })} {t('things:count', { count: n })}</main>`

/**
 * Checks a small valid project with changed texts (undefined removes one), more source, a reviewed list and
 * other files of texts.
 */
function check(
  texts: Record<string, Record<string, string | null | undefined>>,
  source = '',
  { others = {}, ...reviewed }: { others?: Record<string, object | undefined>; [list: string]: unknown } = {},
): string[] {
  const root = mkdtempSync(path.join(tmpdir(), 'plinth-texts-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const write = (file: string, content: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), content)
  }
  for (const language of languages)
    write(
      `src/features/things/locales/${language}.json`,
      JSON.stringify({ ...sound[language], ...texts[language] }),
    )
  for (const [file, own] of Object.entries(others)) if (own) write(file, JSON.stringify(own))
  write('src/features/things/page.tsx', `${page}\n${source}`)
  write(
    'src/app/same-in-all-languages.json',
    JSON.stringify({ values: [], keys: [], literals: [], ...reviewed }),
  )
  return checkTexts(root).map(({ file, what }) => `${file.replace('src/features/things/', '')}: ${what}`)
}

test('a valid project has no findings', () => {
  expect(check({})).toEqual([])
})

test.skipIf(!speaks('de'))('a text that is null is not translated yet, except in English', () => {
  expect(check({ de: { title: null, by: null } })).toEqual([])
  expect(check({ de: { extra: null } })).toEqual(['locales/de.json: extra is superfluous'])
  expect(check({ en: { title: null } })).toContain('locales/de.json: title is superfluous')
})

test.skipIf(!['de', 'es'].every(speaks))(
  'keys, plural forms and parameters that differ from English are found',
  () => {
    expect(check({ de: { title: undefined, other: 'Anderes' } })).toEqual([
      'locales/de.json: title is missing',
      'locales/de.json: other is superfluous',
    ])
    expect(check({ es: { count_many: undefined }, de: { count_few: '{{count}} Beiträge' } })).toEqual([
      'locales/de.json: count_few is superfluous',
      'locales/es.json: count_many is missing',
    ])
    expect(check({ es: { by: 'por {{nombre}}' }, de: { title: ' ' } })).toEqual([
      'locales/de.json: title is empty',
      'locales/es.json: by has other parameters than the English text',
    ])
  },
)

test.skipIf(!['de', 'es', 'pt'].every(speaks))(
  'a translation that is the English text is found, unless it was reviewed for that language',
  () => {
    const texts = { de: { title: 'Posts' }, pt: { title: 'Posts' } }
    const found = ['de', 'pt'].map(
      (language) =>
        `locales/${language}.json: things:title is the English text: Posts. If that is right: src/app/same-in-all-languages.json`,
    )
    expect(check(texts)).toEqual(found)
    const keys = [{ key: 'things:title', languages: ['de', 'es'], reason: 'the same word' }]
    expect(check(texts, '', { keys })).toEqual([
      found[1],
      'src/app/same-in-all-languages.json: things:title in es excuses nothing any more',
    ])
    expect(check(texts, '', { values: [{ value: 'Posts', reason: 'a name' }] })).toEqual([])
  },
)

test.skipIf(!speaks('de'))('texts of core that the application has stand for those of core', () => {
  const core = Object.fromEntries(
    languages.map((language) => [`packages/core/src/errors/locales/${language}.json`, { gone: language }]),
  )
  const own = 'src/core-texts/errors/locales/de.json'
  const ofCore = 'packages/core/src/errors/locales/de.json'
  const checkWith = (files: Record<string, object | undefined>) =>
    check({}, "t('errors:gone')", { others: { ...core, ...files } })
  expect(checkWith({})).toEqual([])
  expect(checkWith({ [ofCore]: undefined })).toEqual([`${ofCore}: gone is missing`])
  expect(checkWith({ [ofCore]: undefined, [own]: { gone: 'Weg' } })).toEqual([])
  expect(checkWith({ [own]: { lost: 'Weg' } })).toEqual([
    `${own}: gone is missing`,
    `${own}: lost is superfluous`,
  ])
})

test('a key that no source mentions is found; a part known at run time matches one part of a key', () => {
  const texts = Object.fromEntries(languages.map((language) => [language, { extra: `extra ${language}` }]))
  expect(check(texts)).toEqual(['locales/en.json: extra is used nowhere'])
  expect(check(texts, "export const codes = ['things:extra']")).toEqual([])
  expect(check(texts, 't(`things:${name}`)')).toEqual([])
  // A name that may be anything, such as that of a counter, is no key.
  expect(check(texts, 'consume(`things:${name}`)')).toHaveLength(1)
})

test('a parameter missing from a call of t() is found if the parameters can be determined', () => {
  const source =
    "t('things:by')\nt('things:count', { name })\nt('things:by', params)\nt('things:by', { ...params })"
  expect(check({}, source)).toEqual([
    'page.tsx:2: things:by is given no name',
    'page.tsx:3: things:count is given no count',
  ])
})

test.each([
  ['a text node', '<p>\n  Hello\n  you\n</p>', 'Hello you'],
  ['one side of a choice', "<p>{open ? t('things:title') : 'Closed'}</p>", 'Closed'],
  ['a template', '<p>{`${count} posts`}</p>', '{} posts'],
  ['an attribute', '<button aria-label="Close" />', 'Close'],
  ['a property of a component', '<field.Text label="Name" />', 'Name'],
  ['a toast', "showToast('error', 'No luck')", 'No luck'],
])('%s in the source is found', (_, source, words) => {
  const [found = ''] = check({}, source.startsWith('<') ? `const x = (${source})` : source)
  expect(found).toContain(`"${words}" belongs into the locale files`)
})

test('strings that users do not read, and reviewed words, are ignored', () => {
  const source = `const x = <p className="big red" id="main" title={name}>404 · {' '}{t('things:title')}</p>; const y = 'Hello'`
  expect(check({}, source)).toEqual([])
  const literals = [{ text: 'npm start', reason: 'a command' }]
  expect(check({}, 'const x = <code>npm start</code>', { literals })).toEqual([])
})

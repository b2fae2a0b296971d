import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { languages } from './project.ts'
import { speaks } from '@plinth/testing/languages.ts'
import { checkTexts, countGaps, literalsOf } from './check-texts.ts'

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

type ChangedTexts = Record<string, Record<string, string | null | undefined>>

/** A small valid project with changed texts (undefined removes one), more source and other files of texts. */
function projectWith(
  texts: ChangedTexts,
  source = '',
  others: Record<string, object | undefined> = {},
): string {
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
  return root
}

const check = (...given: Parameters<typeof projectWith>): string[] =>
  checkTexts(projectWith(...given)).map(
    ({ file, what }) => `${file.replace('src/features/things/', '')}: ${what}`,
  )

const gapsOf = (...given: Parameters<typeof projectWith>): string[] => countGaps(projectWith(...given))

test('a valid project has no findings and no gaps', () => {
  expect(check({})).toEqual([])
  expect(gapsOf({})).toEqual([])
})

test.skipIf(!speaks('de'))('a text that is null or missing is a gap, which is counted', () => {
  const gaps = { de: { title: null, by: undefined } }
  expect(check(gaps)).toEqual([])
  expect(gapsOf(gaps)).toEqual(['de: 2 of 4 texts are not translated yet, and in English'])
  expect(check({ de: { extra: null } })).toEqual(['locales/de.json: extra is superfluous'])
  expect(check({ en: { title: null } })).toContain('locales/de.json: title is superfluous')
})

test.skipIf(!['de', 'es'].every(speaks))(
  'keys, plural forms and parameters that English has not are found',
  () => {
    expect(check({ de: { title: undefined, other: 'Anderes' } })).toEqual([
      'locales/de.json: other is superfluous',
    ])
    const forms = { es: { count_many: undefined }, de: { count_few: '{{count}} Beiträge' } }
    expect(check(forms)).toEqual(['locales/de.json: count_few is superfluous'])
    expect(gapsOf(forms)).toEqual(['es: 1 of 5 texts are not translated yet, and in English'])
    expect(check({ es: { by: 'por {{nombre}}' }, de: { title: ' ' } })).toEqual([
      'locales/de.json: title is empty',
      'locales/es.json: by has other parameters than the English text',
    ])
  },
)

test.skipIf(!speaks('de'))('texts of core that the application has stand for those of core', () => {
  const core = Object.fromEntries(
    languages.map((language) => [`packages/core/src/errors/locales/${language}.json`, { gone: language }]),
  )
  const own = 'src/core-texts/errors/locales/de.json'
  const ofCore = 'packages/core/src/errors/locales/de.json'
  const checkWith = (files: Record<string, object | undefined>) =>
    check({}, "t('errors:gone')", { ...core, ...files })
  expect(checkWith({})).toEqual([])
  expect(checkWith({ [ofCore]: undefined, [own]: { gone: 'Weg' } })).toEqual([])
  expect(checkWith({ [own]: { lost: 'Weg' } })).toEqual([`${own}: lost is superfluous`])
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
])('%s in the source is counted', (_, source, words) => {
  const root = projectWith({}, source.startsWith('<') ? `const x = (${source})` : source)
  expect(literalsOf(root)).toMatchObject([{ file: 'src/features/things/page.tsx', text: words }])
  if (languages.length > 1)
    expect(countGaps(root)).toEqual([expect.stringContaining('1 text is in the source')])
})

test('strings that users do not read are ignored', () => {
  const source = `const x = <p className="big red" id="main" title={name}>404 · {' '}{t('things:title')}</p>; const y = 'Hello'`
  expect(gapsOf({}, source)).toEqual([])
})

import fc from 'fast-check'
import { createInstance } from 'i18next'
import { describe, expect, test } from 'vitest'
import type { Catalog, Texts, TranslationParams } from './keys.ts'
import { languages, type Language } from './languages.ts'
import { readText } from './read-text.ts'

const files = import.meta.glob<Texts>('../../**/locales/*.json', { eager: true, import: 'default' })

function catalogOf(language: Language): Catalog {
  const own = Object.entries(files).filter(([file]) => file.endsWith(`/${language}.json`))
  return Object.fromEntries(own.map(([file, texts]) => [file.split('/').at(-3) ?? '', texts]))
}

/** i18next as the browser has it. */
function engineFor(language: string, catalog: Catalog) {
  const i18n = createInstance()
  void i18n.init({
    lng: language,
    resources: { [language]: catalog },
    initAsync: false,
    fallbackLng: false,
    // React escapes what it shows; a parameter that is not given leaves no trace.
    interpolation: { escapeValue: false },
    missingInterpolationHandler: () => '',
  })
  return (key: string, params: TranslationParams) =>
    i18n.exists(key, params) ? i18n.t(key, params) : undefined
}

function keysOf(texts: Texts, path = ''): string[] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [`${path}${name}`] : keysOf(value, `${path}${name}.`),
  )
}

const allKeys = (catalog: Catalog) =>
  Object.entries(catalog).flatMap(([namespace, texts]) => keysOf(texts).map((key) => `${namespace}:${key}`))
const withoutForm = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')

// Names by users or attackers that hold the syntax of translations, of patterns, of HTML.
const names = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.double({ noNaN: true }),
  fc.constantFrom(
    '{{name}}',
    '{{count}}',
    '$t(app:nav.home)',
    '$t(errors:offline)',
    '$&',
    "$'",
    '$1',
    '<b>&"\'',
    '__proto__',
    '',
  ),
)
const counts = fc.oneof(fc.nat(), fc.constantFrom(0, 1, 2, 21, 1_000_000, 1.5, -1))

test('there are texts to compare, in every language', () => {
  for (const language of languages) expect(allKeys(catalogOf(language)).length).toBeGreaterThan(100)
})

describe.each(languages)('in %s', (language) => {
  const catalog = catalogOf(language)
  const engine = engineFor(language, catalog)
  const read = (key: string, params?: TranslationParams) => readText({ language, catalog }, key, params)
  const parameters = [
    ...new Set(
      Array.from(JSON.stringify(catalog).matchAll(/\{\{\s*(\w+)/g), ([, parameter = '']) => parameter),
    ),
  ]
  const keys = [...new Set(allKeys(catalog).flatMap((key) => [key, withoutForm(key)]))]

  test('every text reads as i18next reads it, whatever is put in', () => {
    fc.assert(
      fc.property(names, fc.option(counts, { nil: undefined }), (name, count) => {
        const all: TranslationParams = {
          ...Object.fromEntries(parameters.map((parameter) => [parameter, name])),
          count,
        }
        expect(keys.filter((key) => read(key, all) !== engine(key, all))).toEqual([])
      }),
      { numRuns: 50 },
    )
  })

  test('without its parameters too', () => {
    expect(keys.filter((key) => read(key) !== engine(key, {}))).toEqual([])
  })

  test('every plural text has a form for every number', () => {
    const plural = keys.filter((key) => keys.includes(`${key}_other`))
    expect(plural.length).toBeGreaterThan(0)
    fc.assert(
      fc.property(counts, (count) => {
        expect(plural.filter((key) => !read(key, { count })?.includes(String(count)))).toEqual([])
      }),
    )
  })
})

test('a text that is not there is undefined, not a group of texts and nothing of the language itself', () => {
  const catalog = { posts: { list: { title: 'Posts' } } }
  for (const key of [
    'posts:list',
    'posts:list.title.length',
    'posts:none',
    'none:list',
    'posts:constructor',
    '__proto__:toString',
    'posts',
    '',
    ':',
  ]) {
    expect(readText({ language: 'en', catalog }, key)).toBeUndefined()
  }
})

import fc from 'fast-check'
import { createInstance } from 'i18next'
import { describe, expect, test } from 'vitest'
import { fillGaps, type WrittenCatalog, type WrittenTexts } from './fill-gaps.ts'
import type { Catalog, Texts, TranslationParams } from './keys.ts'
import { defaultLanguage, getLanguages, type Language } from './languages.ts'
import { readText } from './read-text.ts'

const files = import.meta.glob<WrittenTexts>(['../**/locales/*.json', '../../../../src/**/locales/*.json'], {
  eager: true,
  import: 'default',
})

function catalogOf(language: Language): Catalog {
  return fillGaps(language, writtenIn(language), writtenIn(defaultLanguage))
}

function writtenIn(language: Language): WrittenCatalog {
  const own = Object.entries(files).filter(([file]) => file.endsWith(`/${language}.json`))
  return Object.fromEntries(own.map(([file, texts]) => [file.split('/').at(-3) ?? '', texts]))
}

/** The i18next instance to compare with. */
function engineFor(language: string, catalog: Catalog) {
  const i18n = createInstance()
  void i18n.init({
    lng: language,
    resources: { [language]: catalog },
    initAsync: false,
    fallbackLng: false,
    // React escapes output; a missing parameter becomes empty.
    interpolation: { escapeValue: false },
    missingInterpolationHandler: () => '',
  })
  return (key: string, params: TranslationParams) =>
    i18n.exists(key, params) ? i18n.t(key, params) : undefined
}

function entriesOf(texts: Texts, path: string): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${name}`, value]] : entriesOf(value, `${path}${name}.`),
  )
}

/** Every translation by its key. */
const textsOf = (catalog: Catalog) =>
  new Map(Object.entries(catalog).flatMap(([namespace, texts]) => entriesOf(texts, `${namespace}:`)))
const withoutForm = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')

// Names from users or attackers that contain translation, pattern or HTML syntax.
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

test('there are translations to compare in every language', () => {
  for (const language of getLanguages()) expect(textsOf(catalogOf(language)).size).toBeGreaterThan(100)
})

describe.each(getLanguages())('in %s', (language) => {
  const catalog = catalogOf(language)
  const engine = engineFor(language, catalog)
  const read = (key: string, params?: TranslationParams) => readText({ language, catalog }, key, params)
  const parameters = [
    ...new Set(
      Array.from(JSON.stringify(catalog).matchAll(/\{\{\s*(\w+)/g), ([, parameter = '']) => parameter),
    ),
  ]
  const texts = textsOf(catalog)
  const keys = [...new Set([...texts.keys()].flatMap((key) => [key, withoutForm(key)]))]
  const everyParameter = (name: string | number, count?: number): TranslationParams => ({
    ...Object.fromEntries(parameters.map((parameter) => [parameter, name])),
    count,
  })
  const misread = (asked: readonly string[], params?: TranslationParams) =>
    asked.filter((key) => read(key, params) !== engine(key, params ?? {}))

  test('every translation with parameters or plurals reads as in i18next, for any values', () => {
    const taking = keys.filter(
      (key) => texts.has(`${key}_other`) || /\{\{|\$t\(/.test(texts.get(key) ?? '{{'),
    )
    fc.assert(
      fc.property(names, fc.option(counts, { nil: undefined }), (name, count) => {
        expect(misread(taking, everyParameter(name, count))).toEqual([])
      }),
      { numRuns: 50 },
    )
  })

  test('every translation reads as in i18next, without parameters and with all of them', () => {
    expect(misread(keys)).toEqual([])
    expect(misread(keys, everyParameter('{{name}} $t(app:nav.home)', 2))).toEqual([])
  })

  test('every plural translation has a form for every number', () => {
    const plural = keys.filter((key) => texts.has(`${key}_other`))
    expect(plural.length).toBeGreaterThan(0)
    fc.assert(
      fc.property(counts, (count) => {
        expect(plural.filter((key) => !read(key, { count })?.includes(String(count)))).toEqual([])
      }),
    )
  })
})

test('a missing key is undefined, never a group or an inherited property', () => {
  const catalog = { profile: { list: { title: 'Posts' } } }
  for (const key of [
    'profile:list',
    'profile:list.title.length',
    'profile:none',
    'none:list',
    'profile:constructor',
    '__proto__:toString',
    'profile',
    '',
    ':',
  ]) {
    expect(readText({ language: 'en', catalog }, key)).toBeUndefined()
  }
})

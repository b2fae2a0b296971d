import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMsOf } from '../../../tests/support/cpu-time.ts'
import { fromAcceptLanguage, languages, toLanguage } from './languages.ts'

describe('toLanguage', () => {
  test.each([
    ['de', 'de'],
    ['DE', 'de'],
    ['de-AT', 'de'],
    ['de_CH', 'de'],
    [' pt-BR ', 'pt'],
    ['es-419', 'es'],
    ['zh-Hans-CN', undefined],
    ['deu', undefined],
    ['', undefined],
  ])('%s is %s', (tag, language) => {
    expect(toLanguage(tag)).toBe(language)
  })

  test.each([
    '../..',
    '../../etc/passwd',
    'de/../../x',
    'de\u0000',
    'de;lng=es',
    'de%2e%2e',
    '<b>',
    '__proto__',
    'constructor',
    'toString',
    '*',
    '-de',
    'd e',
    'e\u0301n',
    'ⅾe',
  ])('%j is not a language', (tag) => {
    expect(toLanguage(tag)).toBeUndefined()
  })

  test('returns a supported language or undefined for any tag', () => {
    fc.assert(
      fc.property(fc.option(fc.string({ unit: 'binary' }), { nil: undefined }), (tag) => {
        expect([...languages, undefined]).toContain(toLanguage(tag))
      }),
    )
    expect(toLanguage(null)).toBeUndefined()
  })
})

describe('fromAcceptLanguage', () => {
  test.each([
    ['de', 'de'],
    ['fr, de;q=0.9, en;q=0.8', 'de'],
    ['en;q=0.8,de-AT;q=0.9', 'de'],
    // Spaces are allowed everywhere.
    ['en ; q=0.8 , pt-BR ; q = 0.9', 'pt'],
    ['en;Q=0.8,es;q=1.000', 'es'],
    // With equal weights the first wins.
    ['es,de', 'es'],
    ['de;q=0,en;q=0.1', 'en'],
    ['fr,it;q=0.5', undefined],
    ['*', undefined],
    ['de;q=0', undefined],
    ['', undefined],
  ])('%s is %s', (header, language) => {
    expect(fromAcceptLanguage(header)).toBe(language)
  })

  test.each([
    'de;q=Infinity',
    'de;q=1e9',
    'de;q=-1',
    'de;q=NaN',
    'de;q=0x1',
    'de;q=2',
    'de;q=1.5',
    'de;q=',
    'de;q',
    'de;level=1',
    'de;q=0.5.5',
    'de;q=９',
  ])('the entry %s is ignored next to a valid one', (entry) => {
    expect(fromAcceptLanguage(`${entry},es;q=0.1`)).toBe('es')
  })

  test('a header of any size is cheap to parse and read from its start', () => {
    const spent = cpuMsOf(() => {
      expect(fromAcceptLanguage(`de,${'x'.repeat(10_000)}`)).toBe('de')
      expect(fromAcceptLanguage(`${'x,'.repeat(5_000)}de`)).toBeUndefined()
      expect(fromAcceptLanguage(`en;q=${'0'.repeat(10_000)}`)).toBeUndefined()
      expect(fromAcceptLanguage(' '.repeat(10_000))).toBeUndefined()
    })
    expect(spent).toBeLessThan(100)
  })

  test('returns a supported language or undefined for any header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (header) => {
        expect([...languages, undefined]).toContain(fromAcceptLanguage(header))
      }),
    )
    expect(fromAcceptLanguage(null)).toBeUndefined()
  })
})

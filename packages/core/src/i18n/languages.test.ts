import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leastCpuMsOf } from '@plinth/testing/cpu-time.ts'
import { otherLanguages } from '@plinth/testing/languages.ts'
import { defaultLanguage, fromAcceptLanguage, getLanguages, toLanguage } from './languages.ts'

const [one = defaultLanguage, other = one] = otherLanguages

describe('toLanguage', () => {
  test.each([
    ...getLanguages().flatMap((own) =>
      [own, own.toUpperCase(), `${own}-AT`, `${own}_CH`, ` ${own}-BR `, `${own}-419`].map(
        (tag): [string, string] => [tag, own],
      ),
    ),
    ['tlh', undefined],
    ['zh-Hans-CN', undefined],
    ['deu', undefined],
    ['', undefined],
  ])('%s is %s', (tag, language) => {
    expect(toLanguage(tag)).toBe(language)
  })

  test.each([
    '../../../../src',
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
        expect([...getLanguages(), undefined]).toContain(toLanguage(tag))
      }),
    )
    expect(toLanguage(null)).toBeUndefined()
  })
})

describe('fromAcceptLanguage', () => {
  test.each([
    [one, one],
    [`tlh, ${one};q=0.9, en;q=0.8`, one],
    [`en;q=0.8,${one}-AT;q=0.9`, one],
    // Spaces are allowed everywhere.
    [`en ; q=0.8 , ${other}-BR ; q = 0.9`, other],
    [`en;Q=0.8,${other};q=1.000`, other],
    // With equal weights the first wins.
    [`${other},${one}`, other],
    [`${one};q=0,en;q=0.1`, 'en'],
    ['tlh,zu;q=0.5', undefined],
    ['*', undefined],
    [`${one};q=0`, undefined],
    ['', undefined],
  ])('%s is %s', (header, language) => {
    expect(fromAcceptLanguage(header)).toBe(language)
  })

  test.each([
    `${one};q=Infinity`,
    `${one};q=1e9`,
    `${one};q=-1`,
    `${one};q=NaN`,
    `${one};q=0x1`,
    `${one};q=2`,
    `${one};q=1.5`,
    `${one};q=`,
    `${one};q`,
    `${one};level=1`,
    `${one};q=0.5.5`,
    `${one};q=９`,
  ])('the entry %s is ignored next to a valid one', (entry) => {
    expect(fromAcceptLanguage(`${entry},${other};q=0.1`)).toBe(other)
  })

  test('a header of any size is cheap to parse and read from its start', () => {
    const spent = leastCpuMsOf(() => {
      expect(fromAcceptLanguage(`${one},${'x'.repeat(10_000)}`)).toBe(one)
      expect(fromAcceptLanguage(`${'x,'.repeat(5_000)}${one}`)).toBeUndefined()
      expect(fromAcceptLanguage(`en;q=${'0'.repeat(10_000)}`)).toBeUndefined()
      expect(fromAcceptLanguage(' '.repeat(10_000))).toBeUndefined()
    }, 50)
    expect(spent).toBeLessThan(100)
  })

  test('returns a supported language or undefined for any header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (header) => {
        expect([...getLanguages(), undefined]).toContain(fromAcceptLanguage(header))
      }),
    )
    expect(fromAcceptLanguage(null)).toBeUndefined()
  })
})

import { beforeAll, describe, expect, test, vi } from 'vitest'
import { otherLanguages, preferred, speaks } from '../../../tests/support/languages.ts'
import { provideAllTexts } from '../../../tests/support/provide-all-texts.ts'
import type { TranslationKey } from './keys.ts'
import { defaultLanguage, languages } from './languages.ts'
import {
  createServerI18n,
  languageOfHeaders,
  languageOfRequest,
  textsFileAt,
  translateTo,
} from './server-texts.server.ts'

const [first = defaultLanguage, second = first, third = second] = otherLanguages

const request = (path: string, headers: Record<string, string> = {}) =>
  new Request(`http://localhost${path}`, { headers })

describe('the language of a request', () => {
  const header = { 'accept-language': second }
  const cookie = { ...header, cookie: `theme=dark; i18next=${first}` }

  test('comes from the query, then the cookie, then the user, then Accept-Language, else English', () => {
    expect(languageOfRequest(request(`/?lng=${third}`, cookie), 'en')).toBe(third)
    expect(languageOfRequest(request('/', cookie), 'en')).toBe(first)
    expect(languageOfRequest(request('/', header), third)).toBe(third)
    expect(languageOfRequest(request('/', header), null)).toBe(second)
    expect(languageOfRequest(request('/'))).toBe('en')
  })

  test('skips invalid values at every step', () => {
    expect(languageOfRequest(request('/?lng=../..', { ...header, cookie: 'i18next=%3Cb%3E' }), 'tlh')).toBe(
      second,
    )
    expect(languageOfRequest(request(`/?lng=${'d'.repeat(10_000)}`))).toBe('en')
    expect(languageOfHeaders(new Headers({ cookie: `i18next=${'de'.repeat(5_000)}` }))).toBe('en')
    expect(languageOfHeaders(new Headers({ cookie: `xi18next=${first}; i18nextx=${first}` }))).toBe('en')
  })
})

describe('translations on the server', () => {
  beforeAll(() => provideAllTexts())

  test.skipIf(!speaks('de'))('are in the requested language, with parameters verbatim', () => {
    expect(translateTo(preferred('de'))('app:pending.loading')).toBe('Wird geladen …')
    expect(
      translateTo(preferred('de'))('app:dashboard.greeting', { name: '<Ada> {{name}} $t(app:nav.home)' }),
    ).toBe('Willkommen, <Ada> {{name}} $t(app:nav.home)')
  })

  test('are in a file that any process writes again from its path', async () => {
    for (const language of languages) {
      const i18n = createServerI18n(language)
      await i18n.load(['profile', 'app', '*:shell'])
      const path = i18n.sentFile()
      const file = textsFileAt(path)
      expect(file).toMatchObject({ path, isCurrent: true })
      expect(JSON.parse(file?.json ?? '')).toEqual({
        ...i18n.snapshot(),
        loaded: ['*:shell', 'app', 'profile'],
      })
    }
  })

  test('have the same file whatever the order in which a page loads them', async () => {
    const [one, other] = [createServerI18n(second), createServerI18n(second)]
    await one.load(['profile', 'app'])
    await other.load(['app'])
    await other.load(['profile'])
    expect(one.sentFile()).toBe(other.sentFile())
  })

  test('have another path after a change; the old path still gets them, marked as not current', async () => {
    const i18n = createServerI18n('en')
    await i18n.load(['app'])
    const old = i18n.sentFile().replace(/[\w-]{10}/, 'aaaaaaaaaa')
    expect(textsFileAt(old)).toMatchObject({ path: i18n.sentFile(), isCurrent: false })
  })

  test('have no file at any other path', () => {
    for (const path of [
      '/assets/texts/',
      '/assets/texts/xx/aaaaaaaaaa/app.json',
      '/assets/texts/en/aaaaaaaaaa/no-such.json',
      '/assets/texts/en/aaaaaaaaaa/app+__proto__.json',
      '/assets/texts/en/aaaaaaaaaa/app',
      '/assets/texts/en/aaaaaaaaaa/app.json/x',
      '/assets/texts/en/aaaaaaaaaa/app.json?x',
      `/assets/texts/en/aaaaaaaaaa/${'app+'.repeat(99)}app.json`,
    ])
      expect(textsFileAt(path), path).toBeUndefined()
  })

  test('log an error for a missing key and show the key', () => {
    const said = vi.spyOn(console, 'error').mockReturnValue()
    expect(translateTo(preferred('de'))('app:no.such' as TranslationKey)).toBe('app:no.such')
    expect(said).toHaveBeenCalledOnce()
    said.mockRestore()
  })

  test('are sent to the browser only for the namespaces that the page loaded', async () => {
    const i18n = createServerI18n(third)
    await i18n.load(['profile'])
    expect(Object.keys(i18n.snapshot().catalog)).toEqual(['profile'])
    expect(i18n.snapshot().language).toBe(third)
    await expect(i18n.changeLanguage(first)).rejects.toThrow()
  })

  test('are sent by section, of one namespace or of all', async () => {
    const i18n = createServerI18n(third)
    await i18n.load(['account:shell'])
    const shell = { shell: expect.any(Object) }
    expect(i18n.snapshot().catalog).toEqual({ account: shell })
    await i18n.load(['*:shell'])
    expect(i18n.snapshot().catalog).toMatchObject({ account: shell, administration: shell })
  })
})

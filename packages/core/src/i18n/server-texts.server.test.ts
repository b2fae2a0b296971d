import { beforeAll, describe, expect, test, vi } from 'vitest'
import { otherLanguages, preferred, speaks } from '@plinth/testing/languages.ts'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import type { TranslationKey } from './keys.ts'
import { defaultLanguage } from './languages.ts'
import {
  catalogOf,
  createServerI18n,
  languageOfHeaders,
  languageOfRequest,
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

  test('log an error for a missing key and show the key', () => {
    const said = vi.spyOn(console, 'error').mockReturnValue()
    expect(translateTo(preferred('de'))('app:no.such' as TranslationKey)).toBe('app:no.such')
    expect(said).toHaveBeenCalledOnce()
    said.mockRestore()
  })

  test('are named for the browser: the files that the page loaded', async () => {
    const i18n = createServerI18n(third)
    await i18n.load(['profile', '*:shell'])
    await i18n.load(['profile'])
    expect(i18n.sent()).toMatchObject({ language: third, names: ['profile', '*:shell'] })
    await expect(i18n.changeLanguage(first)).rejects.toThrow()
  })

  test('are in a file by namespace, and by section of one namespace or of all', () => {
    const shell = { shell: expect.any(Object) }
    expect(Object.keys(catalogOf(third, ['profile']))).toEqual(['profile'])
    expect(catalogOf(third, ['account:shell'])).toEqual({ account: shell })
    expect(catalogOf(third, ['*:shell'])).toMatchObject({ account: shell, administration: shell })
    expect(catalogOf(third, ['*:shell', 'account'])).toMatchObject({
      account: catalogOf(third, ['account']).account,
      administration: shell,
    })
  })
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBrowserI18n } from './i18n.ts'
import type { TranslationKey } from './keys.ts'
import type { Language } from './languages.ts'

// Whether there are such languages makes no difference here.
const de = 'de' as string as Language
const es = 'es' as string as Language

// The browser globals that a language change uses; Node lacks them.
const page = { cookie: '', documentElement: { lang: 'en' } }
const stored = new Map<string, string>()

beforeEach(() => {
  vi.useFakeTimers()
  page.cookie = ''
  page.documentElement.lang = 'en'
  stored.clear()
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { protocol: 'http:' })
  vi.stubGlobal('localStorage', { setItem: (name: string, value: string) => stored.set(name, value) })
  vi.spyOn(console, 'info').mockReturnValue()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const title = 'profile:list.title' as TranslationKey
const texts: Record<string, Record<string, object>> = {
  en: { app: { name: 'App' }, profile: { list: { title: 'Posts' } } },
  de: { app: { name: 'Anwendung' }, profile: { list: { title: 'Beiträge' } } },
  es: { app: { name: 'Aplicación' }, profile: { list: { title: 'Publicaciones' } } },
}

/**
 * A page rendered in English with the namespace `profile`. `delaysMs` is the fetch time per language; fetches
 * of a missing language fail.
 */
async function openPage(delaysMs: Record<string, number>) {
  const asked: string[] = []
  let isRestored = false
  const i18n = createBrowserI18n(async (path) => {
    const [, language = '', namespace = ''] =
      /^\/assets\/texts\/(\w\w)\/(\w+)-version1\.json$/.exec(path) ?? []
    if (!isRestored) return { profile: { list: { title: 'Posts' } } }
    asked.push(`${language}/${namespace}`)
    const delayMs = delaysMs[language]
    if (delayMs === undefined) throw new Error('offline')
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    return { [namespace]: texts[language]?.[namespace] ?? {} } as never
  })
  await i18n.restore({ language: 'en', version: 'version1', names: ['profile'] })
  isRestored = true
  return { i18n, asked }
}

/** Returns 'done' or the error's message; runs the timers until the promise settles. */
async function outcome(promise: Promise<void>): Promise<string> {
  const answer = promise.then(
    () => 'done',
    (error: Error) => error.message,
  )
  await vi.runAllTimersAsync()
  return answer
}

test('a change switches the translations, notifies listeners once, and updates html lang, cookie, local storage and the console', async () => {
  const { i18n } = await openPage({ de: 20 })
  const heard = vi.fn()
  const stop = i18n.subscribe(heard)
  expect(i18n.t(title)).toBe('Posts')
  expect(await outcome(i18n.changeLanguage(de))).toBe('done')
  expect(i18n.language).toBe('de')
  expect(i18n.t(title)).toBe('Beiträge')
  expect(heard).toHaveBeenCalledOnce()
  expect(page.documentElement.lang).toBe('de')
  expect(page.cookie).toBe('i18next=de; Max-Age=31536000; Path=/; SameSite=Lax')
  expect(stored.get('i18nextLng')).toBe('de')
  expect(console.info).toHaveBeenCalledWith('Language changed to de')
  stop()
  expect(await outcome(i18n.changeLanguage('en'))).toMatch(/^(done|Texts)/)
  expect(heard).toHaveBeenCalledOnce()
})

test('a change whose translations cannot be fetched rejects and changes nothing', async () => {
  const { i18n, asked } = await openPage({})
  const heard = vi.fn()
  i18n.subscribe(heard)
  const before = i18n.snapshot()
  expect(await outcome(i18n.changeLanguage(de))).toBe('Texts did not load: de/profile')
  expect(asked).toHaveLength(6)
  expect(i18n.language).toBe('en')
  expect(i18n.snapshot()).toBe(before)
  expect(i18n.t(title)).toBe('Posts')
  expect(heard).not.toHaveBeenCalled()
  expect(page).toEqual({ cookie: '', documentElement: { lang: 'en' } })
  expect(stored.size).toBe(0)
})

test('the last of two quick changes wins, whichever loads first', async () => {
  for (const delaysMs of [
    { de: 500, es: 20 },
    { de: 20, es: 500 },
  ]) {
    const { i18n } = await openPage(delaysMs)
    const first = i18n.changeLanguage(de)
    const second = i18n.changeLanguage(es)
    expect(await outcome(Promise.all([first, second]).then(() => {}))).toBe('done')
    expect(i18n.language).toBe('es')
    expect(i18n.t(title)).toBe('Publicaciones')
    expect(page.documentElement.lang).toBe('es')
    expect(page.cookie).toContain('i18next=es;')
    expect(stored.get('i18nextLng')).toBe('es')
  }
})

test('a change back to the current language cancels a pending change', async () => {
  const { i18n } = await openPage({ de: 500 })
  const away = i18n.changeLanguage(de)
  const back = i18n.changeLanguage('en')
  expect(await outcome(Promise.all([away, back]).then(() => {}))).toBe('done')
  expect(i18n.language).toBe('en')
  expect(stored.get('i18nextLng')).toBe('en')
})

test('a superseded change that fails does not reject', async () => {
  const { i18n } = await openPage({ es: 20 })
  const first = i18n.changeLanguage(de)
  const second = i18n.changeLanguage(es)
  expect(await outcome(first)).toBe('done')
  expect(await outcome(second)).toBe('done')
  expect(i18n.language).toBe('es')
})

test('namespaces requested during a language change are loaded in the new language', async () => {
  for (const delaysMs of [
    { en: 500, de: 20 },
    { en: 20, de: 500 },
  ]) {
    const { i18n } = await openPage(delaysMs)
    const load = i18n.load(['app'])
    const change = i18n.changeLanguage(de)
    expect(await outcome(Promise.all([load, change]).then(() => {}))).toBe('done')
    expect(i18n.t('app:name' as TranslationKey)).toBe('Anwendung')
    expect(i18n.t(title)).toBe('Beiträge')
  }
})

test('translations sent with the page are not fetched, others are fetched once', async () => {
  const { i18n, asked } = await openPage({ en: 1 })
  await i18n.load(['profile'])
  expect(asked).toEqual([])
  await outcome(i18n.load(['app', 'profile']))
  await outcome(i18n.load(['app']))
  expect(asked).toEqual(['en/app'])
})

test('the sent snapshot can still be read after a change, for parts of the page that hydrate later', async () => {
  const { i18n } = await openPage({ de: 1 })
  expect(i18n.at(i18n.sentSnapshot())).toBe(i18n)
  expect(await outcome(i18n.changeLanguage(de))).toBe('done')
  expect(i18n.at(i18n.snapshot())).toBe(i18n)
  const late = i18n.at(i18n.sentSnapshot())
  expect([late.language, late.t(title)]).toEqual(['en', 'Posts'])
  expect([i18n.language, i18n.t(title)]).toEqual(['de', 'Beiträge'])
})

test('a missing translation logs an error and shows its key', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  const { i18n } = await openPage({})
  expect(i18n.t('profile:list.nothing' as TranslationKey)).toBe('profile:list.nothing')
  expect(said).toHaveBeenCalledWith('Missing text: profile:list.nothing')
})

test('the language changes even if cookies and storage are blocked', async () => {
  vi.stubGlobal('localStorage', undefined)
  vi.stubGlobal('document', {
    documentElement: page.documentElement,
    set cookie(_: string) {
      throw new DOMException('forbidden', 'SecurityError')
    },
  })
  const { i18n } = await openPage({ de: 1 })
  expect(await outcome(i18n.changeLanguage(de))).toBe('done')
  expect(i18n.language).toBe('de')
})

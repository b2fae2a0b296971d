import { beforeAll, expect, test } from 'vitest'
import { textIn } from '@plinth/testing/browser/texts.ts'
import type { Language } from '@plinth/core/texts'
import { sharedApp, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { preferred } from '@plinth/testing/languages.ts'

let app: AppUnderTest
beforeAll(async () => {
  app = await sharedApp()
})

type Asked = { from: string; query?: string; headers: Record<string, string>; language: Language }
const asked: Asked[] = [
  {
    from: 'Accept-Language',
    headers: { 'accept-language': `tlh, ${preferred('de')}-AT;q=0.9, en;q=0.8` },
    language: preferred('de'),
  },
  {
    from: 'the cookie before Accept-Language',
    headers: { 'accept-language': preferred('de'), cookie: `i18next=${preferred('es')}` },
    language: preferred('es'),
  },
  {
    from: 'the query before the cookie',
    query: `?lng=${preferred('pt')}`,
    headers: { 'accept-language': preferred('de'), cookie: `i18next=${preferred('es')}` },
    language: preferred('pt'),
  },
  { from: 'nobody, which is English', headers: { 'accept-language': 'tlh' }, language: 'en' },
  {
    from: 'what is no language, which is English too',
    query: '?lng=../..',
    headers: { 'accept-language': '*', cookie: 'i18next=%3Cscript%3E' },
    language: 'en',
  },
]

test.each(asked)('the first byte of a page is in the language of $from', async (one) => {
  const { query = '', headers, language } = one
  const answer = await fetch(`${app.url}/login${query}`, { headers, redirect: 'manual' })
  expect(answer.status).toBe(200)
  const html = await answer.text()
  const title = textIn(language)('sign-in:signIn.title')
  expect(html).toContain(`<html lang="${language}"`)
  expect(html).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`))
  expect(html).toContain(`<title>${title} · `)
})

test('an error page is in the language of the user', async () => {
  const answer = await fetch(`${app.url}/no/such/page`, { headers: { 'accept-language': preferred('de') } })
  expect(answer.status).toBe(404)
  expect(await answer.text()).toContain(textIn(preferred('de'))('app:notFound.title'))
})

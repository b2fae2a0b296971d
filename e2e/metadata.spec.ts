import { admin, expect, test } from './support/fixtures.ts'
import { adminScreens, anyPost, memberScreens, openScreens } from './support/screens.ts'
import { languages, tagOf, textIn } from './support/texts.ts'
import { brand } from '../src/lib/brand.ts'

for (const language of languages) {
  test(
    `every page has its status, language, title and description in the server's HTML: ${language}`,
    tagOf(language),
    async ({ page, context, baseURL, enter }) => {
      const t = textIn(language)
      await context.addCookies([{ name: 'i18next', value: language, url: baseURL ?? '' }])
      const titles = new Map<string, string>()
      const read = async ({ path, status = 200 }: { path: string; status?: number }) => {
        const response = await page.request.get(path)
        const html = await response.text()
        expect(response.status(), path).toBe(status)
        expect(/<html lang="(\w+)"/.exec(html)?.[1], path).toBe(language)
        const all = [...html.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title ?? '')
        expect(all, path).toHaveLength(1)
        titles.set(path, all[0] ?? '')
        expect(/<meta name="description" content="([^"]*)"/.exec(html)?.[1], path).toBe(
          t('app:meta.description'),
        )
      }
      for (const screen of openScreens) await read(screen)
      expect(titles.get('/')).toBe(`${brand.name} · ${t('app:meta.title')}`)
      expect(titles.get('/no/such/page')).toBe(`${t('app:notFound.title')} · ${brand.name}`)
      await enter()
      for (const screen of memberScreens(await anyPost(page.request))) await read(screen)
      await enter(admin)
      for (const screen of adminScreens) await read(screen)
      expect(titles.get('/dashboard/nowhere')).toBe(`${t('app:notFound.title')} · ${brand.name}`)
      const pages = [...titles].filter(([path]) => !/[?]|nosuchpost|nowhere/.test(path))
      expect(new Set(pages.map(([, title]) => title)).size, JSON.stringify(pages)).toBe(pages.length)
    },
  )
}

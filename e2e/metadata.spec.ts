import { admin, expect, test } from '@plinth/testing/browser/fixtures.ts'
import { screens, type Screen } from '@plinth/testing/browser/screens.ts'
import { languages, tagOf, textIn } from '@plinth/testing/browser/texts.ts'
import { pathOf } from '@plinth/testing/browser/visit.ts'
import { brand } from '../src/brand.ts'

for (const language of languages) {
  test(
    `every page has its status, language, title and description in the server's HTML: ${language}`,
    tagOf(language),
    async ({ page, context, baseURL, enter }) => {
      const t = textIn(language)
      await context.addCookies([{ name: 'i18next', value: language, url: baseURL ?? '' }])
      const notFound = `${t('app:notFound.title')} · ${brand.name}`
      const titles = new Map<string, string>()
      // A member's page that shows nothing is called like the page above it.
      const pages = new Map<string, string>()
      const read = async (screen: Screen) => {
        const path = await pathOf(page, screen)
        const response = await page.request.get(path)
        const html = await response.text()
        expect(response.status(), path).toBe(screen.status ?? 200)
        expect(/<html lang="(\w+)"/.exec(html)?.[1], path).toBe(language)
        // Drawings in the body have titles of their own.
        const [head = ''] = html.split('</head>')
        const all = [...head.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title ?? '')
        expect(all, path).toHaveLength(1)
        titles.set(path, all[0] ?? '')
        const isPage = screen.status === undefined || screens.open.includes(screen)
        if (isPage && !path.includes('?')) pages.set(path, all[0] ?? '')
        expect(/<meta name="description" content="([^"]*)"/.exec(html)?.[1], path).toBe(
          t('app:meta.description'),
        )
      }
      for (const screen of screens.open) await read(screen)
      expect(titles.get('/no/such/page')).toBe(notFound)
      await enter()
      for (const screen of screens.signedIn) await read(screen)
      await enter(admin)
      for (const screen of screens.admin) await read(screen)
      expect(titles.get('/dashboard/nowhere')).toBe(notFound)
      expect(new Set(pages.values()).size, JSON.stringify([...pages])).toBe(pages.size)
    },
  )
}

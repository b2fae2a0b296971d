import { beforeAll, expect, test } from 'vitest'
import { brand } from '../../../../src/brand.ts'
import { cachedPages } from '@plinth/testing/http/cached-pages.ts'
import { sharedApp, type AppUnderTest } from '@plinth/testing/http/open-app.ts'

let app: AppUnderTest
beforeAll(async () => {
  app = await sharedApp()
})

const get = (path: string) => fetch(app.url + path, { redirect: 'manual' })

test('crawlers find the public pages at the public address, and each page responds', async () => {
  const robots = await (await get('/robots.txt')).text()
  expect(robots).toContain('Disallow: /dashboard')
  const sitemapUrl = /^Sitemap: (.+)$/m.exec(robots)?.[1] ?? ''
  const sitemap = await (await get(new URL(sitemapUrl).pathname)).text()
  const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url))
  expect(pages.map(({ pathname }) => pathname)).toEqual([...cachedPages, '/register'])
  expect(new Set(pages.map(({ origin }) => origin))).toEqual(new Set([new URL(sitemapUrl).origin]))
  for (const { pathname } of pages) expect((await get(pathname)).status).toBe(200)
})

test('the images named in the web manifest and in the head of a page exist', async () => {
  const manifest = await get('/manifest.webmanifest')
  expect(manifest.headers.get('content-type')).toBe('application/manifest+json')
  const { name, icons } = (await manifest.json()) as { name: string; icons: { src: string }[] }
  expect(name).toBe(brand.name)
  const html = await (await get('/login')).text()
  const ogImage = new URL(/property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '')
  const touchIcon = /rel="apple-touch-icon" href="([^"]+)"/.exec(html)?.[1] ?? ''
  for (const path of [...icons.map(({ src }) => src), ogImage.pathname, touchIcon]) {
    const picture = await get(path)
    expect([picture.status, picture.headers.get('content-type')], path).toEqual([200, 'image/png'])
  }
})

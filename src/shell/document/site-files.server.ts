import { getEnv } from '@plinth/core/server'
import { brand } from '#/brand.ts'

// Generated per request because they hold the public URL or the brand. Cacheable for a day.
const keep = { 'cache-control': 'public, max-age=86400' }

/** `/robots.txt`: everything is allowed except the API and the dashboard. */
export function robotsText(): Response {
  const lines = [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /dashboard',
    `Sitemap: ${getEnv().APP_URL}/sitemap.xml`,
    '',
  ]
  return new Response(lines.join('\n'), { headers: { ...keep, 'content-type': 'text/plain; charset=utf-8' } })
}

// It goes with its feature.
const hasHomePage = Object.keys(import.meta.glob('../../routes/_public/index.tsx')).length > 0

/** `/sitemap.xml`. A page has one URL for all languages. */
export function sitemap(): Response {
  // Without pages that need an account, a token or a link.
  const publicPages = [...(hasHomePage ? ['/'] : []), '/login', '/register']
  const urls = publicPages.map((path) => `  <url><loc>${getEnv().APP_URL}${path}</loc></url>`)
  const head =
    '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
  const xml = [head, ...urls, '</urlset>', ''].join('\n')
  return new Response(xml, { headers: { ...keep, 'content-type': 'application/xml; charset=utf-8' } })
}

/** `/manifest.webmanifest`. */
export function webManifest(): Response {
  const icon = (size: number, purpose: 'any' | 'maskable') => ({
    src: `/icon-${purpose === 'maskable' ? 'maskable-' : ''}${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  const manifest = {
    name: brand.name,
    short_name: brand.name,
    start_url: '/dashboard',
    display: 'standalone',
    background_color: '#faf8f4',
    theme_color: '#faf8f4',
    icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')],
  }
  return new Response(JSON.stringify(manifest), {
    headers: { ...keep, 'content-type': 'application/manifest+json' },
  })
}

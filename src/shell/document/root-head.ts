import geist from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url'
import type { I18n } from '@plinth/core/texts'
import { brand } from '#/brand.ts'
import styles from '#/styles/app.css?url'
import { publicOrigin } from '#/shell/functions/public-origin.functions.ts'

/** Head of every page; a page's own title replaces this one. `isUnknown` means that no route matches. */
export const rootHead = ({ t }: I18n, isUnknown: boolean) => {
  const title = `${brand.name} · ${t('app:meta.title')}`
  return {
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { title: isUnknown ? `${t('app:notFound.title')} · ${brand.name}` : title },
      { name: 'description', content: t('app:meta.description') },
      { name: 'color-scheme', content: 'light dark' },
      { property: 'og:site_name', content: brand.name },
      { property: 'og:title', content: title },
      { property: 'og:description', content: t('app:meta.description') },
      { property: 'og:image', content: `${publicOrigin()}/og.png` },
      { name: 'twitter:card', content: 'summary_large_image' },
    ],
    links: [
      { rel: 'preload', href: geist, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' as const },
      { rel: 'stylesheet', href: styles },
      { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
      { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
      { rel: 'manifest', href: '/manifest.webmanifest' },
    ],
  }
}

/** Title of one page, for `head`. */
export const titled = (title: string) => ({ meta: [{ title: `${title} · ${brand.name}` }] })

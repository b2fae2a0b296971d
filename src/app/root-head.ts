import geist from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url'
import type { I18n } from '#/core/i18n/i18n.ts'
import { brand } from '#/lib/brand.ts'
import styles from '#/styles/app.css?url'

/** Head of every page; a page's own title replaces this one. `isUnknown` is true for a path that no route answers. */
export const rootHead = ({ t }: I18n, isUnknown: boolean) => ({
  meta: [
    { charSet: 'utf-8' },
    { name: 'viewport', content: 'width=device-width, initial-scale=1' },
    { title: isUnknown ? `${t('app:notFound.title')} · ${brand.name}` : `${brand.name} · ${t('app:meta.title')}` },
    { name: 'description', content: t('app:meta.description') },
    { name: 'color-scheme', content: 'light dark' },
  ],
  links: [
    { rel: 'preload', href: geist, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' as const },
    { rel: 'stylesheet', href: styles },
    { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  ],
})

/** Title of one page, for `head`. */
export const titled = (title: string) => ({ meta: [{ title: `${title} · ${brand.name}` }] })

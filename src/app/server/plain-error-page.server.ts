import type { Language } from '#/core/i18n/languages.ts'
import type { Translate, TranslationKey } from '#/core/i18n/keys.ts'
import { brand } from '#/lib/brand.ts'

type PlainErrorPage = {
  status: number
  code: string
  retryAfterSeconds?: number
  requestId: string
  headers: Record<string, string> | undefined
  t: Translate
  language: Language
}

/** A page without dependencies, for when the application can't render: what happened, a retry, the request id. */
export function plainErrorPage({
  status,
  code,
  retryAfterSeconds,
  requestId,
  headers,
  t,
  language,
}: PlainErrorPage): Response {
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${t('app:error.title')} · ${brand.name}</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:30rem;margin:20vh auto;padding:0 1.5rem}h1{font-size:1.25rem}small{opacity:.7}</style></head>
<body><h1>${t('app:error.title')}</h1><p>${t(code as TranslationKey, { retryAfterSeconds })}</p><p><a href="">${t('app:error.retry')}</a></p><small>${t('app:error.requestId', { id: requestId })}</small></body></html>`
  return new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers } })
}

import { errorMessage, type OutgoingError } from '#/http/error-json.server.ts'
import { translateTo } from '#/i18n/server-texts.server.ts'
import type { RequestScope } from '#/log/request-scope.server.ts'
import { getBrand } from '#/brand.ts'

// The tokens of the style sheet, which may be unavailable.
const styles = `:root{color-scheme:light dark;--background:#fbfaf8;--card:#fffffe;--border:#e4e1dc;--foreground:#181612;--muted:#64605a;--brand:oklch(.6 .1 var(--hue))}
@media(prefers-color-scheme:dark){:root{--background:#151311;--card:#1d1b18;--border:#302d2a;--foreground:#edebe7;--muted:#a8a49e}}
body{margin:0;padding:max(2.5rem,12vh) 1rem;background:var(--background);color:var(--foreground);font:.875rem/1.25rem system-ui,sans-serif}
main{max-width:27.5rem;margin:0 auto;padding:1.5rem;border:1px solid var(--border);border-radius:10px;background:var(--card);box-sizing:border-box}
svg{display:block;width:3.5rem;margin:-.4rem 0 .6rem -.4rem}svg>:first-child{transform:rotate(12deg);transform-box:fill-box;transform-origin:100% 100%}h1{margin:0;font-size:1rem;line-height:1.5rem}p{margin:.25rem 0 1.25rem;color:var(--muted)}
a{display:inline-block;padding:.5rem 1rem;border-radius:8px;background:var(--foreground);color:var(--background);font-weight:500;text-decoration:none}
small{display:block;margin:1.5rem -1.5rem -1.5rem;padding:1rem 1.5rem;border-top:1px solid var(--border);color:var(--muted);font:.75rem/1.25rem ui-monospace,monospace;overflow-wrap:anywhere}`

/**
 * A page without dependencies for when the application can't render: what happened, a retry, the request id.
 */
export function plainErrorPage(
  error: OutgoingError,
  { id, language }: RequestScope,
  headers: Record<string, string>,
): Response {
  const t = translateTo(language)
  const html = `<!doctype html><html lang="${language}" style="--hue:${getBrand().hue}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${t('app:error.title')} · ${getBrand().name}</title><style>${styles}</style></head>
<body><main><div aria-hidden="true">${getBrand().mark ?? ''}</div><h1>${t('app:error.title')}</h1><p>${errorMessage(error)}</p><a href="">${t('app:error.retry')}</a><small>${t('app:error.requestId', { id })}</small></main></body></html>`
  return new Response(html, {
    status: error.status,
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  })
}

import { createHash } from 'node:crypto'
import { languageOfHeaders } from '#/core/i18n/server-texts.server.ts'
import { LANGUAGE_COOKIE, languages, type Language } from '#/core/i18n/languages.ts'
import { displayInCookies } from '#/lib/display.ts'
import { answerKept, encodeOnce, keepAnswer, type KeptAnswer } from './encoded-body.server.ts'
import { contentSecurityPolicy } from './security-headers.server.ts'

export type PageCache = (path: string, request: Request) => Response | undefined

type Warmup = {
  /** Paths whose page only depends on the visitor's language. */
  paths: readonly string[]
  /** Renders a page without a session and without a nonce. */
  render: (request: Request) => Promise<Response>
  appUrl: string
  common: Record<string, string>
  sessionCookie: string
}

/**
 * Renders the public pages once per language and serves them from memory. Their inline scripts are allowed by
 * hash, because a nonce can't be shared. Requests with a session cookie, display settings or a query bypass
 * the cache.
 */
export async function warmPages({
  paths,
  render,
  appUrl,
  common,
  sessionCookie,
}: Warmup): Promise<PageCache> {
  const pages = new Map<string, KeptAnswer>()
  for (const path of paths) {
    for (const language of languages) {
      const response = await render(
        new Request(new URL(path, appUrl), {
          headers: { cookie: `${LANGUAGE_COOKIE}=${language}`, accept: 'text/html' },
        }),
      )
      if (response.status !== 200) throw new Error(`The page ${path} answered ${response.status} at start`)
      pages.set(
        `${language} ${path}`,
        await toCachedPage(Buffer.from(await response.arrayBuffer()), language, common),
      )
    }
  }
  return (path, request) => {
    const cookies = request.headers.get('cookie')
    // Signed-in users and display settings need a page of their own.
    if (cookies?.includes(sessionCookie) || displayInCookies(cookies)) return undefined
    const canonical = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
    const page = pages.get(`${languageOfHeaders(request.headers)} ${canonical}`)
    return page && answerKept(page, request)
  }
}

async function toCachedPage(
  html: Buffer,
  language: Language,
  common: Record<string, string>,
): Promise<KeptAnswer> {
  const encodings = await encodeOnce(html)
  const shared = {
    ...common,
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    'content-security-policy': contentSecurityPolicy({
      scripts: inlineScriptHashes(html.toString('utf8')),
      development: false,
    }),
    'cache-control': 'private, no-cache',
    vary: 'Accept-Encoding, Accept-Language, Cookie',
  }
  return keepAnswer(encodings, shared)
}

function inlineScriptHashes(html: string): string[] {
  // regex-reviewed: a page of our own that is rendered once
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  )
}

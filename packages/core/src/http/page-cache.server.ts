import { createHash } from 'node:crypto'
import { languageOfHeaders } from '#/i18n/server-texts.server.ts'
import { LANGUAGE_COOKIE, type Language } from '#/i18n/languages.ts'
import { displayInCookies } from '#/lib/display.ts'
import { answerKept, encodeOnce, keepAnswer, type KeptAnswer } from './encoded-body.server.ts'
import { discardResponse } from './discard-response.server.ts'
import { contentSecurityPolicy } from './security-headers.server.ts'

/** Undefined, at once or later, for a page that has to be rendered for its request. */
export type PageCache = (
  path: string,
  request: Request,
) => Response | Promise<Response | undefined> | undefined

type Shared = {
  /** Paths whose page only depends on the visitor's language. */
  paths: readonly string[]
  /** Renders a page without a session and without a nonce. */
  render: (request: Request) => Promise<Response>
  appUrl: string
  common: Record<string, string>
  sessionCookie: string
}
type Asked = { path: string; language: Language; request: Request }

/**
 * Renders the public pages once per language, on the first request, and serves them from memory. Their inline
 * scripts are allowed by hash, because a nonce can't be shared. Requests with a session cookie, display
 * settings or a query bypass the cache. Failed pages are not cached and not shared, because they have no
 * nonce; a page that is not found is not looked for again.
 */
export function sharedPages({ paths, render, appUrl, common, sessionCookie }: Shared): PageCache {
  const pages = new Map<string, KeptAnswer | undefined>()
  const coming = new Map<string, Promise<KeptAnswer | undefined>>()

  async function make(path: string, language: Language): Promise<KeptAnswer | undefined> {
    const key = `${language} ${path}`
    try {
      const response = await render(
        new Request(new URL(path, appUrl), {
          headers: { cookie: `${LANGUAGE_COOKIE}=${language}`, accept: 'text/html' },
        }),
      )
      if (response.status === 404) pages.set(key, undefined)
      if (response.status !== 200) {
        discardResponse(response)
        return undefined
      }
      const page = await toCachedPage(Buffer.from(await response.arrayBuffer()), language, common)
      pages.set(key, page)
      return page
    } finally {
      coming.delete(key)
    }
  }

  async function whenMade(key: string, { path, language, request }: Asked): Promise<Response | undefined> {
    let making = coming.get(key)
    if (!making) coming.set(key, (making = make(path, language)))
    const made = await making
    return made && answerKept(made, request)
  }

  return (path, request) => {
    const cookies = request.headers.get('cookie')
    // Signed-in users and display settings need their own pages.
    if (cookies?.includes(sessionCookie) || displayInCookies(cookies)) return undefined
    const canonical = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
    if (!paths.includes(canonical)) return undefined
    const language = languageOfHeaders(request.headers)
    const key = `${language} ${canonical}`
    if (!pages.has(key)) return whenMade(key, { path: canonical, language, request })
    const page = pages.get(key)
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
  // regex-reviewed: one of our own pages, rendered once
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  )
}

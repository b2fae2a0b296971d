import { textsFileAt } from '#/core/i18n/server-texts.server.ts'
import { answerKept, encodeOnce, keepAnswer, withEtag, type KeptAnswer } from './encoded-body.server.ts'

// More than there are sets of namespaces in the routes, times languages. A client can name others.
const KEPT_MAX = 400

/**
 * Responds with the translations that a page names, for a year: another content has another path. Keeps them
 * compressed in memory. A page of another version of the application gets today's, to be stored nowhere.
 */
export function textsFiles(common: Record<string, string>) {
  const kept = new Map<string, Promise<KeptAnswer>>()
  return (path: string, request: Request): Promise<Response> | undefined => {
    const ready = kept.get(path)
    if (ready) return ready.then((answer) => answerKept(answer, request))
    const file = textsFileAt(path)
    if (!file) return undefined
    const bytes = Buffer.from(file.json)
    const headers = {
      ...common,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': file.isCurrent ? 'public, max-age=31536000, immutable' : 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      vary: 'Accept-Encoding',
    }
    if (!file.isCurrent || kept.size >= KEPT_MAX)
      return Promise.resolve(answerKept(keepAnswer({ identity: withEtag(bytes) }, headers), request))
    const compressed = encodeOnce(bytes).then((encodings) => keepAnswer(encodings, headers))
    kept.set(path, compressed)
    return compressed.then((answer) => answerKept(answer, request))
  }
}

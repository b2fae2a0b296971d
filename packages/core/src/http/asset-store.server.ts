import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { answerKept, keepAnswer, withEtag, type Encodings, type KeptAnswer } from './encoded-body.server.ts'

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}
// Vite puts the hash of the content into these names, so their bytes never change.
const HASHED = /^\/assets\/.+-[\w-]{8}\.\w+$/
// The hash in the name of a file of translations is that of all of them, the version.
// regex-reviewed: anchored, one repetition and a fixed end
const TEXTS = /^(\/assets\/texts\/.+)-([\w-]{8})\.json$/

export type AssetStore = (path: string, request: Request) => Response | undefined

/**
 * Loads the built client with its compressed files (`x.br`, `x.gz`) into memory. Requests never open a file.
 * A page of another version of the application gets today's translations, to be stored nowhere.
 */
export async function loadAssets(
  folder: string,
  common: Record<string, string>,
): Promise<{ assets: AssetStore; textsVersion: string }> {
  const assets = new Map<string, KeptAnswer>()
  const textsOfOthers = new Map<string, KeptAnswer>()
  let textsVersion = ''
  const names = (await readdir(folder, { recursive: true })).map((name) => name.split(path.sep).join('/'))
  for (const name of names) {
    const type = contentTypes[path.extname(name)]
    if (!type) continue
    const encodings: Encodings = { identity: withEtag(await readFile(path.join(folder, name))) }
    if (names.includes(`${name}.br`)) encodings.br = withEtag(await readFile(path.join(folder, `${name}.br`)))
    if (names.includes(`${name}.gz`))
      encodings.gzip = withEtag(await readFile(path.join(folder, `${name}.gz`)))
    const route = `/${name}`
    const shared = {
      ...common,
      'content-type': type,
      'cache-control': HASHED.test(route) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
      vary: 'Accept-Encoding',
    }
    assets.set(route, keepAnswer(encodings, shared))
    const [, texts, version] = TEXTS.exec(route) ?? []
    if (!texts || !version) continue
    textsVersion = version
    textsOfOthers.set(texts, keepAnswer(encodings, { ...shared, 'cache-control': 'no-store' }))
  }
  return {
    textsVersion,
    assets: (route, request) => {
      const asset = assets.get(route) ?? textsOfOthers.get(TEXTS.exec(route)?.[1] ?? '')
      return asset && answerKept(asset, request)
    },
  }
}

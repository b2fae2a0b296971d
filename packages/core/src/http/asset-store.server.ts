import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  answerKept,
  encodeOnce,
  keepAnswer,
  withEtag,
  type Encodings,
  type KeptAnswer,
} from './encoded-body.server.ts'

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

const COMPRESSIBLE = /\.(js|css|svg|json|txt|webmanifest)$/

export type AssetStore = (path: string, request: Request) => Response | undefined
export type BuiltAssets = {
  assets: AssetStore
  textsVersion: string
  /** Compresses what the build has left, in memory and in the folder if it can be written. */
  compress(): Promise<void>
}

/**
 * Loads the built client with its compressed files (`x.br`, `x.gz`) into memory. Requests never open a file.
 * A page of another version of the application gets today's translations, to be stored nowhere.
 */
export async function loadAssets(folder: string, common: Record<string, string>): Promise<BuiltAssets> {
  const assets = new Map<string, KeptAnswer>()
  const textsOfOthers = new Map<string, KeptAnswer>()
  let textsVersion = ''
  const names = await namesIn(folder)
  for (const name of names) {
    if (!contentTypes[path.extname(name)]) continue
    const encodings: Encodings = { identity: withEtag(await readFile(path.join(folder, name))) }
    if (names.includes(`${name}.br`)) encodings.br = withEtag(await readFile(path.join(folder, `${name}.br`)))
    if (names.includes(`${name}.gz`))
      encodings.gzip = withEtag(await readFile(path.join(folder, `${name}.gz`)))
    keep(name, encodings)
  }

  function keep(name: string, encodings: Encodings): void {
    const route = `/${name}`
    const shared = {
      ...common,
      'content-type': contentTypes[path.extname(name)] ?? '',
      'cache-control': HASHED.test(route) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
      vary: 'Accept-Encoding',
    }
    assets.set(route, keepAnswer(encodings, shared))
    const [, texts, version] = TEXTS.exec(route) ?? []
    if (!texts || !version) return
    textsVersion = version
    textsOfOthers.set(texts, keepAnswer(encodings, { ...shared, 'cache-control': 'no-store' }))
  }
  return {
    textsVersion,
    assets: (route, request) => {
      const asset = assets.get(route) ?? textsOfOthers.get(TEXTS.exec(route)?.[1] ?? '')
      return asset && answerKept(asset, request)
    },
    compress: async () => {
      for await (const [name, encodings] of compressFiles(folder)) keep(name, encodings)
    },
  }
}

/**
 * Compresses the files of a built client that are not yet, and writes `x.br` and `x.gz` beside each where it
 * may. Any number of processes may do it at once. `atOnce`: a server has other work for its threads.
 */
export async function* compressFiles(folder: string, atOnce = 1): AsyncGenerator<[name: string, Encodings]> {
  const names = await namesIn(folder)
  const left = names.filter((one) => COMPRESSIBLE.test(one) && !names.includes(`${one}.gz`))
  for (let at = 0; at < left.length; at += atOnce)
    yield* await Promise.all(left.slice(at, at + atOnce).map((name) => compressFile(folder, name)))
}

async function compressFile(folder: string, name: string): Promise<[name: string, Encodings]> {
  const file = path.join(folder, name)
  const encodings = await encodeOnce(await readFile(file))
  // The second says that both are there.
  await writeWhole(`${file}.br`, encodings.br.bytes)
  await writeWhole(`${file}.gz`, encodings.gzip.bytes)
  return [name, encodings]
}

const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true })).map((name) => name.split(path.sep).join('/'))

/** Writes a file that is never seen in part; does nothing in a folder that can't be written. */
async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  const part = `${file}.${randomUUID()}`
  const isWritten = await writeFile(part, bytes).then(
    () => true,
    () => false,
  )
  if (isWritten) await rename(part, file)
}

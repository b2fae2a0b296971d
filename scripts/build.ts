// Builds into dist/ and compresses what will be served. With --if-stale only when a source has changed since
// the last build.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile, writeFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { openOrExplain } from './welcome.ts'

const STAMP = 'dist/.sources'
const sources = [
  'src',
  'build',
  'packages',
  'public',
  'package-lock.json',
  'package.json',
  'vite.config.ts',
  'tsconfig.json',
]
const compressible = /\.(js|css|svg|json|txt|webmanifest)$/

const wanted = hashOfSources()
const isFresh = existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted
if (!process.argv.includes('--if-stale') || !isFresh) await openOrExplain(build)

async function build(): Promise<void> {
  console.log('Building...')
  await rm(STAMP, { force: true })
  // What serve.ts remembers of the build before.
  await rm('dist/.compiled', { recursive: true, force: true })
  const { createBuilder } = await import('vite')
  const builder = await createBuilder({ logLevel: 'warn' }, null)
  await builder.buildApp()
  const count = await compressAssets('dist/client')
  await writeFile(`${STAMP}.new`, wanted)
  await rename(`${STAMP}.new`, STAMP)
  console.log(`Built; ${count} files compressed.`)
}

async function compressAssets(folder: string): Promise<number> {
  const { encodeOnce } = await import('#/core/http/encoded-body.server.ts')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    compressible.test(name),
  )
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name)
      const { br, gzip } = await encodeOnce(await readFile(file))
      if (br) await writeFile(`${file}.br`, br.bytes)
      if (gzip) await writeFile(`${file}.gz`, gzip.bytes)
    }),
  )
  return names.length
}

function hashOfSources(): string {
  const hash = createHash('sha256')
  for (const source of sources) {
    const files = path.extname(source)
      ? [source]
      : readdirSync(source, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => path.join(entry.parentPath, entry.name))
    // Tests and the generated route tree don't go into the build.
    for (const file of files.toSorted())
      if (!/\.test\.|routeTree\.gen/.test(file))
        hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

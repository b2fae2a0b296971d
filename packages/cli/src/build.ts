// Builds into dist/ and compresses the assets. With --if-stale, only if a source has changed since the last
// build.
import './load-env.ts'
import { readdirSync } from 'node:fs'
import { readFile, writeFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { BUILD_STAMP, hashOfSources, isBuilt } from './build-stamp.mjs'
import { showProgress } from './progress.mjs'
import { openOrExplain } from './welcome.ts'

const compressible = /\.(js|css|svg|json|txt|webmanifest)$/

const wanted = hashOfSources()
if (!process.argv.includes('--if-stale') || !isBuilt(wanted)) await openOrExplain(build)

async function build(): Promise<void> {
  let text = ''
  const done = showProgress('Building', () => ({ text }))
  let compressed = Promise.resolve(0)
  const watchBuild = (): Plugin => {
    const counts = new Map<string, number>()
    return {
      name: 'watch-build',
      transform() {
        const { name } = this.environment
        const count = (counts.get(name) ?? 0) + 1
        counts.set(name, count)
        text = `${name === 'client' ? 'pages' : 'server'}, ${count} modules`
      },
      // Beside the build of the server, which does not use both cores.
      closeBundle() {
        if (this.environment.name === 'client') compressed = compressAssets('dist/client')
      },
    }
  }
  await rm(BUILD_STAMP, { force: true })
  // The compile cache that serve.ts filled from the previous build.
  await rm('dist/.compiled', { recursive: true, force: true })
  const { createBuilder } = await import('vite')
  const builder = await createBuilder({ logLevel: 'warn', plugins: [watchBuild()] }, null)
  await builder.buildApp()
  text = 'compressing files'
  const { writeTextsFiles } = (await import(pathToFileURL(path.resolve('dist/server/server.js')).href)) as {
    writeTextsFiles: (folder: string) => Promise<void>
  }
  await writeTextsFiles('dist/client')
  const count = (await compressed) + (await compressAssets('dist/client/assets/texts'))
  await writeFile(`${BUILD_STAMP}.new`, wanted)
  await rename(`${BUILD_STAMP}.new`, BUILD_STAMP)
  console.log(`Built in ${done()} s; ${count} files compressed.`)
}

async function compressAssets(folder: string): Promise<number> {
  const { encodeOnce } = await import('@plinth/core/internal/http/encoded-body.server.ts')
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

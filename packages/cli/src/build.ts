// Builds into dist/ and compresses the assets. With --if-stale, only if a source has changed since the last
// build. With --uncompressed, the server compresses them once it is up.
import './load-env.ts'
import { writeFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { BUILD_STAMP, hashOfSources, isBuilt } from './build-stamp.mjs'
import { showProgress } from './progress.mjs'
import { openOrExplain } from './welcome.ts'

const AT_ONCE = 64
const compresses = !process.argv.includes('--uncompressed')
const wanted = hashOfSources()
if (!process.argv.includes('--if-stale') || !isBuilt(wanted)) await openOrExplain(build)
// What a server that ended early has left.
else await compressAssets()

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
        if (this.environment.name === 'client') compressed = compressAssets()
      },
    }
  }
  await rm(BUILD_STAMP, { force: true })
  // Compiled code of the previous build, whose files had other names (run.mjs).
  await rm('.cache/node', { recursive: true, force: true })
  const { createBuilder } = await import('vite')
  const builder = await createBuilder({ logLevel: 'warn', plugins: [watchBuild()] }, null)
  await builder.buildApp()
  text = 'compressing files'
  const { writeTextsFiles } = (await import(pathToFileURL(path.resolve('dist/server/server.js')).href)) as {
    writeTextsFiles: (folder: string) => Promise<void>
  }
  await writeTextsFiles('dist/client')
  const count = (await compressed) + (await compressAssets())
  await writeFile(`${BUILD_STAMP}.new`, wanted)
  await rename(`${BUILD_STAMP}.new`, BUILD_STAMP)
  console.log(`Built in ${done()} s${compresses ? `; ${count} files compressed` : ''}.`)
}

async function compressAssets(): Promise<number> {
  if (!compresses) return 0
  const { compressFiles } = await import('@plinth/core/internal/http/asset-store.server.ts')
  let count = 0
  for await (const _ of compressFiles('dist/client', AT_ONCE)) count++
  return count
}

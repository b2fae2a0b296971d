// npm start and npm run dev: install what is missing, build when the build is stale, serve.
import { hashOfSources, isBuilt } from './build-stamp.mjs'
import { ensureInstalled, fail, runPinned } from './install.mjs'
import { memorySettings } from './memory-settings.mjs'

await ensureInstalled()
if (process.argv.includes('--dev')) {
  console.log('Starting the development server...')
  process.exitCode = await runPinned(['scripts/dev.ts'], {
    NODE_ENV: 'development',
    ...memorySettings(process.env),
    // Vite's bundler has an allocator of its own, which keeps what it used for each save.
    MIMALLOC_PURGE_DELAY: process.env.MIMALLOC_PURGE_DELAY ?? '0',
  })
} else {
  // Checked in this process: starting another takes longer, and most starts need no build.
  if (!isBuilt(hashOfSources())) {
    const production = { NODE_ENV: 'production' }
    if ((await runPinned(['scripts/check-settings.ts'], production)) !== 0) process.exit(1)
    if ((await runPinned(['scripts/build.ts'], production)) !== 0)
      fail('The build failed. Its own message is above.')
  }
  process.exitCode = await runPinned(['scripts/serve.ts'], {
    NODE_ENV: 'production',
    ...memorySettings(process.env),
  })
}

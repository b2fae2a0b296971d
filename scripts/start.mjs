// npm start and npm run dev: install what is missing, build when the build is stale, serve.
import { ensureInstalled, fail, runPinned } from './install.mjs'

await ensureInstalled()
if (process.argv.includes('--dev')) {
  process.exitCode = await runPinned(['scripts/dev.ts'], { NODE_ENV: 'development' })
} else {
  const built = await runPinned(['scripts/build.ts', '--if-stale'], { NODE_ENV: 'production' })
  if (built !== 0) fail('The build failed. Its own message is above.')
  process.exitCode = await runPinned(['scripts/serve.ts'], { NODE_ENV: 'production' })
}

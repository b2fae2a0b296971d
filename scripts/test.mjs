// npm test: everything that must hold, each runner with one closing line; ends non-zero on any failure.
import { ensureBrowser } from './browser.mjs'
import { ensureInstalled, runPinned } from './install.mjs'

await ensureInstalled()
const withBrowser = await ensureBrowser()
const runners = [
  ['check', ['scripts/check.ts', '--all']],
  ['build', ['scripts/build.ts', '--if-stale']],
  ['unit and server tests', ['node_modules/vitest/vitest.mjs', 'run']],
  ...(withBrowser ? [['browser journeys', ['node_modules/@playwright/test/cli.js', 'test']]] : []),
]

const failed = []
for (const [name, args] of runners) {
  console.log(`\n── ${name}`)
  const startedAt = Date.now()
  const code = await runPinned(args, name === 'build' ? { NODE_ENV: 'production' } : { NODE_ENV: 'test' })
  if (code !== 0) failed.push(name)
  console.log(`── ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - startedAt) / 1000)} s`)
  // Nothing can be tested in a browser without a build.
  if (code !== 0 && name === 'build') break
}
if (!withBrowser) console.log('\nThe browser journeys were skipped: SKIP_BROWSER_TESTS=1')
console.log(failed.length === 0 ? '\nEverything passed.' : `\nFailed: ${failed.join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1

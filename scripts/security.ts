// npm run security: builds if a source has changed, then runs the attacks listed here against its own
// instances.
import { globSync } from 'node:fs'
import { runNode } from './run-node.ts'

// Known attacks, by the test file that repeats them.
const attacks = [
  'cookie-readings', // Cookie headers that two parsers read differently
  'first-proof', // a squatter who keeps an account after its owner's reset
  'complex-markdown', // text that blocks the server while it is rendered
  'downloads', // responses that nobody reads
  'uploads', // files that hang the parser or fill memory or disk
  'stream-access', // streams that outlive access
  'stream-ends', // streams that leave something open
  'password-load', // sign-ins that starve everyone else
  'call-limits',
  'guess-limits',
  'page-owner', // a tab that writes as another account
  'ways-to-a-session',
  'second-factor',
  'impersonation',
  'cross-site',
  'headers',
  'redirects', // a mailed link or callback that leads to another origin
  'hostile-input',
  'bodies',
  'slow-clients',
].flatMap((name) => globSync(`tests/http/${name}{,.slow}.test.ts`))

const built = await runNode(['scripts/build.ts', '--if-stale'], { NODE_ENV: 'production' })
process.exitCode =
  built || (await runNode(['node_modules/vitest/vitest.mjs', 'run', ...attacks], { NODE_ENV: 'test' }))

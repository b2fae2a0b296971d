// npm run security: builds when a source changed, then runs the attacks listed here against instances of its
// own.
import { globSync } from 'node:fs'
import { runNode } from './run-node.ts'

// What an attacker tried, by the file that tries it again.
const attacks = [
  'cookie-readings', // two readings of one Cookie header
  'first-proof', // a squatter who keeps an account after its owner's reset
  'complex-markdown', // text that holds the server up when it is rendered
  'uploads', // files that hang, fill the memory or the disk
  'stream-access', // streams that outlive access
  'stream-ends', // streams that leave something behind
  'password-load', // sign-ins that starve everyone else
  'call-limits',
  'guess-limits',
  'page-owner', // a tab that writes as another account
  'ways-to-a-session',
  'second-factor',
  'impersonation',
  'cross-site',
  'headers',
  'hostile-input',
  'bodies',
  'slow-clients',
].flatMap((name) => globSync(`tests/http/${name}{,.slow}.test.ts`))

const built = await runNode(['scripts/build.ts', '--if-stale'], { NODE_ENV: 'production' })
process.exitCode =
  built || (await runNode(['node_modules/vitest/vitest.mjs', 'run', ...attacks], { NODE_ENV: 'test' }))

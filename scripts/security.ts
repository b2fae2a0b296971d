// npm run security: builds when a source changed, then runs every known attack against instances of its own.
import { spawnSync } from 'node:child_process'

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
].map((name) => `tests/http/${name}.test.ts`)

const run = (args: string[], mode: string) =>
  spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, NODE_ENV: mode } }).status ?? 1

const built = run(['scripts/build.ts', '--if-stale'], 'production')
process.exitCode = built || run(['node_modules/vitest/vitest.mjs', 'run', ...attacks], 'test')

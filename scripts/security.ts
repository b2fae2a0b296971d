// npm run security: builds if a source has changed, then runs every attack in docs/security.md against its
// own instances.
import { attackTests } from './attack-tests.mjs'
import { runNode } from './run-node.ts'

const vitest = ['node_modules/vitest/vitest.mjs', 'run']
const built = await runNode(['scripts/build.ts', '--if-stale'], { NODE_ENV: 'production' })
process.exitCode = built || (await runNode([...vitest, ...attackTests()], { NODE_ENV: 'test' }))

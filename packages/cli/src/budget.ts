// npm run budget: builds if a source has changed, and writes how much JavaScript each page loads now.
// tests/page-size.test.ts says which page has grown by 5 % since.
import { commandFile } from './commands.mjs'
import { runNode } from './run-node.ts'

process.exitCode = await runNode([commandFile('test'), 'tests/page-size.test.ts'], { WRITE_BUDGETS: 'true' })

// Runs a script of the project under the Node it pins, installing what is missing first: node
// scripts/with-node.mjs scripts/x.ts [arguments]
import { ensureInstalled, runPinned } from './install.mjs'

await ensureInstalled()
process.exitCode = await runPinned(process.argv.slice(2))

// Runs a script under the pinned Node, after installing what is missing:
// node scripts/with-node.mjs scripts/x.ts [arguments]
import { ensureInstalled, runPinned } from './install.mjs'

await ensureInstalled()
process.exitCode = await runPinned(process.argv.slice(2))

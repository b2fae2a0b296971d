// npm run demo -- remove: removes the demo accounts with everything they own.
// npm run demo -- NAME: runs the demo of a feature, src/features/NAME/tests/demo.ts.
import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import './load-env.ts'
import { removeDemo } from '@plinth/core/internal/app/registry/demo/demo.server.ts'
import { commandFile } from './commands.mjs'
import { runNode } from './run-node.ts'
import { withDatabase } from './with-database.ts'
import './installed.ts'

const [name = ''] = process.argv.slice(2)
const programOf = (feature: string) => `src/features/${feature}/tests/demo.ts`
if (name === 'remove') await remove()
else if (/^[a-z-]+$/.test(name) && existsSync(programOf(name))) await runDemo(name)
else {
  const features = globSync(programOf('*')).map((file) => path.basename(path.resolve(file, '../..')))
  console.error(`Usage: npm run demo -- ${['remove', ...features].join(' | ')}`)
  process.exit(1)
}

async function remove(): Promise<void> {
  const count = await withDatabase(({ db }) => removeDemo(db))
  console.log(
    count === 0 ? 'There are no demo accounts.' : `Removed ${count} demo accounts with everything they own.`,
  )
}

async function runDemo(feature: string): Promise<void> {
  // Demos use servers of tests, which no server installs.
  await runNode(['scripts/run.mjs', 'install'])
  const code = await runNode([commandFile('build'), '--if-stale'], { NODE_ENV: 'production' })
  if (code !== 0) process.exit(code)
  await import(pathToFileURL(path.resolve(programOf(feature))).href)
}

// npm run remove:feature NAME [NAME...]: deletes features with their routes, their two lines, their settings,
// packages that only they used, and the rows of the documents that are about them; writes the migration that
// drops their tables. All of it, or nothing. Then runs the check.
import { globSync } from 'node:fs'
import { serverFeatures } from '@plinth/core/internal/app/registry/installed.server.ts'
import { commandFile } from './commands.mjs'
import { deleteFeatures } from './feature/delete-features.ts'
import {
  allOrNothing,
  fail,
  generateRouteTree,
  helpIfAsked,
  refuseUncommitted,
} from './feature/edit-project.ts'
import { needsOf } from './feature/needing.ts'
import { featureNames, mentionsOf, roomOf } from './feature/rooms.ts'
import { uninstallUnused } from './feature/uninstall-unused.ts'
import { runNode } from './run-node.ts'
import './installed.ts'

const root = process.cwd()
const names = process.argv.slice(2)
const known = featureNames(root)
const usage = 'npm run remove:feature NAME, where NAME is a folder of src/features.'
helpIfAsked(names, usage)
if (names.length === 0) fail(usage)
for (const name of names) {
  if (!known.includes(name)) fail(`There is no src/features/${name}. There are: ${known.join(', ')}.`)
  const required = serverFeatures().find((feature) => feature.name === name)?.required
  if (required !== undefined) fail(`${name} can't be removed: ${required}`)
}
const needing = needsOf(names)
if (needing.length > 0)
  fail(
    `Others can't work without ${names.join(' and ')}: ${needing.map(({ feature, needs }) => `${feature} needs ${needs}`).join(', ')}.
Remove them too, or take the name out of \`needs\` in their feature.server.ts once they do without:
npm run remove:feature ${[...needing.map(({ feature }) => feature), ...names].join(' ')}`,
  )
refuseUncommitted(root)

const rooms = names.map((name) => roomOf(root, name))
const hadTable = names.some(
  (name) => globSync(`src/features/${name}/**/*.table.server.ts`, { cwd: root }).length > 0,
)
await allOrNothing(
  root,
  () => {
    const { deleted, edited } = deleteFeatures(root, names)
    for (const place of deleted) console.log(`  deleted  ${place}`)
    for (const file of edited) console.log(`  edited   ${file}`)
  },
  () => generateRouteTree(root),
  () => uninstallUnused(root),
  async () => {
    if (!hadTable) return
    const name = `remove_${names.length > 3 ? 'features' : names.join('_').replaceAll('-', '_')}`
    if ((await runNode([commandFile('db:generate'), '--name', name])) !== 0)
      throw new Error('The migration could not be written.')
  },
)

const left = rooms.flatMap((room) => mentionsOf(root, room))
for (const { file, line, text } of left) console.log(`  still named  ${file}:${line}  ${text.slice(0, 100)}`)
const check = await runNode([commandFile('check'), '--all'])
process.exitCode = check || (left.length > 0 ? 1 : 0)
console.log(
  process.exitCode === 0
    ? `\n✓ Removed ${names.join(', ')}. Read again what describes the product: README.md and the page at /.`
    : `\n✗ ${names.join(', ')} ${names.length > 1 ? 'are' : 'is'} deleted, but what is listed above is left to fix. To undo: git restore . && git clean -fd src drizzle`,
)

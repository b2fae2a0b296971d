// npm run remove FEATURE [FEATURE...] [--yes]: deletes features, what needs them, their routes, their two
// lines, their settings, packages that only they used, and the rows of the documents that are about them;
// writes the migration that drops their tables. All of it, or nothing. Then runs the check.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { serverFeatures } from '@plinth/core/internal/app/registry/installed.server.ts'
import { commandFile } from './commands.mjs'
import { filesBesideTables, functionsOf, withoutFunctions } from './db/beside-tables.ts'
import { generateMigration, migrationName } from './db/generate-migration.ts'
import { confirm } from './feature/confirm.ts'
import { deleteFeatures } from './feature/delete-features.ts'
import { dropUnused, importedPackages } from './feature/drop-unused.ts'
import {
  allOrNothing,
  fail,
  generateRouteTree,
  helpIfAsked,
  refuseUncommitted,
} from './feature/edit-project.ts'
import { described, readFeatureList, type Listed } from './feature/feature-list.mjs'
import { needsOf } from './feature/needing.ts'
import { featureNames, mentionsOf, roomOf } from './feature/rooms.ts'
import { runNode } from './run-node.ts'
import './installed.ts'

const root = process.cwd()
const words = process.argv.slice(2)
const asked = words.filter((word) => !word.startsWith('--'))
const known = featureNames(root)
const usage = 'npm run remove FEATURE..., or npm run remove for a list of them.'
helpIfAsked(words, usage)
if (asked.length === 0) {
  console.log(`${described(removable())}\n\n${usage}`)
  process.exit(0)
}
for (const name of asked) {
  if (!known.includes(name)) fail(`There is no src/features/${name}. There are: ${known.join(', ')}.`)
  const required = serverFeatures().find((feature) => feature.name === name)?.required
  if (required !== undefined) fail(`${name} can't be removed: ${required}`)
}
refuseUncommitted(root)
const needing = needsOf(asked)
const also = needing.map(({ feature, needs }) => `${feature}, which needs ${needs}`)
await confirm(`Removes ${[asked.join(', '), ...also].join(', and ')}.`, words)

const names = [...needing.map(({ feature }) => feature), ...asked]
const rooms = names.map((name) => roomOf(root, name))
const beside = names.flatMap((name) => filesBesideTables(root, `src/features/${name}`))
const functions = functionsOf(root, beside)
const imported = importedPackages(root)
await allOrNothing(
  root,
  () => {
    const { deleted, edited } = deleteFeatures(root, names)
    for (const place of deleted) console.log(`  deleted  ${place}`)
    for (const file of edited) console.log(`  edited   ${file}`)
  },
  () => generateRouteTree(root),
  () => {
    const unused = dropUnused(root, imported)
    if (unused.length > 0) console.log(`  no longer needed  ${unused.join(' ')}`)
  },
  () => {
    const file = generateMigration(root, migrationName('remove', names))
    if (file === undefined) return
    writeFileSync(file, withoutFunctions(readFileSync(file, 'utf8'), functions))
    console.log(`  migration  ${path.relative(root, file)}`)
  },
)

/** Those of the starter and those of the project. */
function removable(): Listed[] {
  const list = readFeatureList(root)
  const isOwn = (name: string) => list.every((one) => one.name !== name)
  const own = { group: 'Of this project', comes: 'on request', about: '' } as const
  return [
    ...list.filter(({ name, comes }) => known.includes(name) && comes !== 'always'),
    ...known.filter(isOwn).map((name) => ({ name, ...own })),
  ]
}

const left = rooms.flatMap((room) => mentionsOf(root, room))
for (const { file, line, text } of left) console.log(`  still named  ${file}:${line}  ${text.slice(0, 100)}`)
const check = await runNode([commandFile('check')])
process.exitCode = check || (left.length > 0 ? 1 : 0)
console.log(
  process.exitCode === 0
    ? `\n✓ Removed ${names.join(', ')}. Read again what describes the product: README.md and the page at /.`
    : `\n✗ ${names.join(', ')} ${names.length > 1 ? 'are' : 'is'} deleted, but what is listed above is left to fix. To undo: git restore . && git clean -fd src drizzle`,
)

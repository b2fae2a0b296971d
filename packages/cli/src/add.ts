// npm run add FEATURE [FEATURE...] [--yes]: adds features of the release that this project came from, and
// what they need: the difference that they make to the starter, merged with the project's own work; packages,
// the route tree, texts in its languages, a migration. Nothing is committed. Without a name lists what there
// is. After conflicts are resolved: npm run add -- --continue.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { commandFile } from './commands.mjs'
import { filesBesideTables, withBesideTables } from './db/beside-tables.ts'
import { generateMigration, migrationName } from './db/generate-migration.ts'
import { confirm } from './feature/confirm.ts'
import {
  allOrNothing,
  fail,
  formatFiles,
  generateRouteTree,
  helpIfAsked,
  orFail,
  refuseFlagsOfNpm,
  refuseUncommitted,
} from './feature/edit-project.ts'
import { described, namesAmong, readFeatureList, withNeeded } from './feature/feature-list.mjs'
import { writeMissingGaps } from './feature/language-gaps.ts'
import { hasSources, leavePackagesAs } from './feature/leave-packages.mjs'
import { projectOf } from './feature/project-of.ts'
import { featureNames } from './feature/rooms.ts'
import { readBase, writeBase } from './feature/starter-base.ts'
import { runNode } from './run-node.ts'
import { git } from './upgrade/git.ts'
import { applyChange, install } from './upgrade/merge.ts'
import { unpackOrigin } from './upgrade/origin.ts'
import { commitTree, removeRelease } from './upgrade/release-tree.ts'

const usage =
  'npm run add FEATURE..., or npm run add for a list of them. npm run new:feature writes one of your own.'
const root = process.cwd()
const words = process.argv.slice(2)
helpIfAsked(words, usage)
refuseFlagsOfNpm(['continue'], 'npm run add -- --continue')
const list = readFeatureList(root)
const present = featureNames(root)
const asked = words.filter((word) => !word.startsWith('--'))
if (words.includes('--continue')) await goOn()
else if (asked.length === 0) listAbsent()
else await add()

function listAbsent(): void {
  const absent = list.filter(({ name }) => !present.includes(name))
  console.log(
    absent.length > 0 ? `${described(absent)}\n\n${usage}` : 'Every feature of the starter is there.',
  )
}

async function add(): Promise<void> {
  orFail(() => namesAmong(list, asked), ' npm run new:feature writes one of your own.')
  const there = asked.find((name) => present.includes(name))
  if (there !== undefined) fail(`${there} is there already.`)
  if (!existsSync('.git')) fail('Features are added by a merge, and this folder has no git repository.')
  refuseUncommitted(root)
  const names = withNeeded(list, asked).filter((name) => !present.includes(name))
  const also = names.filter((name) => !asked.includes(name))
  await confirm(
    `Adds ${asked.join(', ')}${also.length > 0 ? `, and ${also.join(', ')}, needed by it` : ''}.`,
    words,
  )
  console.log('Merging what they change, which takes a minute...')
  let conflicts: string[] = []
  await allOrNothing(
    root,
    () => {
      conflicts = merge(names)
    },
    () => (conflicts.length > 0 ? undefined : finish(names)),
  )
  if (conflicts.length === 0) return conclude(names)
  console.log(`${conflicts.length} ${conflicts.length === 1 ? 'file' : 'files'} in conflict:`)
  for (const file of conflicts) console.log(`  ${file}`)
  console.log(`
Resolve them and git add them, then: npm run add -- --continue
To undo: git reset --hard && git clean -fd`)
  process.exitCode = 1
}

/** Merges what these features make of the release into the project. Returns the files in conflict. */
function merge(names: readonly string[]): string[] {
  const own = readBase(root)
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const without = unpackOrigin(root, own, names)
  try {
    if (!hasSources(root)) leavePackagesAs(without, root)
    const extended = path.join(path.dirname(without), 'extended')
    cpSync(without, extended, { recursive: true })
    const options = { version, keepsWorkshop: existsSync('workshop') }
    projectOf(without, { ...own, removed: [...(own.removed ?? []), ...names] }, options)
    projectOf(extended, { ...own, removed: own.removed?.filter((name) => !names.includes(name)) }, options)
    const base = commitTree(without, { version: own.version ?? '' })
    const theirs = commitTree(extended, { version: own.version ?? '', parent: base })
    const conflicts = applyChange(base, theirs)
    writeBase(root, { ...own, removed: own.removed?.filter((name) => !names.includes(name)) })
    return conflicts
  } finally {
    removeRelease(without)
  }
}

/** What a merge leaves to do: packages, texts, the route tree, the migration. */
async function finish(names: readonly string[]): Promise<void> {
  if (!install()) throw new Error('npm failed, see above.')
  const merged = git(['diff', '--name-only', 'HEAD', '--', '*.json']).split('\n')
  const gaps = writeMissingGaps(root)
  formatFiles(root, [...merged.filter((one) => one !== '' && one !== 'package-lock.json'), ...gaps])
  await generateRouteTree(root)
  const file = generateMigration(root, migrationName('add', names))
  const beside = names.flatMap((name) => filesBesideTables(root, `src/features/${name}`))
  if (file !== undefined) {
    writeFileSync(file, withBesideTables(root, readFileSync(file, 'utf8'), beside))
    console.log(`  migration  ${path.relative(root, file)}`)
  }
  git(['reset', '--quiet'])
}

async function goOn(): Promise<void> {
  const open = git(['diff', '--name-only', '--diff-filter=U'])
  if (open !== '') fail(`These files are still in conflict:\n  ${open.replaceAll('\n', '\n  ')}`)
  const before = git(['ls-tree', '-d', '--name-only', 'HEAD', 'src/features/']).split('\n')
  const names = present.filter((name) => !before.includes(`src/features/${name}`))
  if (names.length === 0) fail('There is nothing to continue.')
  try {
    await finish(names)
  } catch (error) {
    fail(`${error instanceof Error ? error.message : String(error)}\n  Then: npm run add -- --continue`)
  }
  await conclude(names)
}

async function conclude(names: readonly string[]): Promise<void> {
  process.exitCode = await runNode([commandFile('check')])
  const changed = spawnSync('git', ['status', '--porcelain', '--untracked-files=all'], { encoding: 'utf8' })
  const count = changed.stdout.split('\n').length - 1
  console.log(
    process.exitCode === 0
      ? `\n✓ Added ${names.join(', ')}: ${count} files. Look at them, try npm run dev, and commit.\n  An empty database gets their demo: npm run db:reset`
      : `\n✗ ${names.join(', ')} ${names.length > 1 ? 'are' : 'is'} there, but what is listed above is left to fix. To undo: git reset --hard && git clean -fd`,
  )
}

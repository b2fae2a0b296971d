// npm run upgrade -- [RELEASE] [--dry-run] [--base RELEASE]: merges a newer release of the starter into a
// branch of this project: the newest on npm, or a version, a tarball, a folder or a tag. Its name and the
// features that it removed stay as they are. With --dry-run only lists the conflicts. Once they are
// resolved: npm run upgrade -- --continue.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import {
  fail,
  formatFiles,
  generateRouteTree,
  isTracked,
  refuseFlagsOfNpm,
  refuseUncommitted,
} from './feature/edit-project.ts'
import { hasSources, leavePackages, leavePackagesAs } from './feature/leave-packages.mjs'
import { writeMissingGaps } from './feature/language-gaps.ts'
import { projectOf } from './feature/project-of.ts'
import { BASE_FILE, readBase, writeBase, type Base } from './feature/starter-base.ts'
import { carryMigrations, coreTables } from './upgrade/carry-migrations.ts'
import { changesBetween, isNewer } from './upgrade/changelog.ts'
import { git } from './upgrade/git.ts'
import { install, mergeRelease, type Release } from './upgrade/merge.ts'
import { offeredBy } from './upgrade/offered-features.ts'
import { unpackBase } from './upgrade/origin.ts'
import {
  commitTree,
  newestRelease,
  packedOf,
  placeOf,
  removeRelease,
  unpackRelease,
  versionOf,
} from './upgrade/release-tree.ts'

const usage =
  'npm run upgrade, for the newest release on npm (package create-plinth), or npm run upgrade -- RELEASE: a version there, a tarball, a folder or a tag. With --dry-run it only lists conflicts.'
const root = process.cwd()
const toUndo = (branch: string) => `To undo: git merge --abort && git switch - && git branch -D ${branch}`

refuseFlagsOfNpm(['dry-run', 'base', 'continue'], usage)
try {
  const { values, positionals } = readArguments()
  const [source, ...tooMany] = positionals
  if (values.continue === true) await finish()
  else if (tooMany.length > 0) fail(usage)
  else await upgrade(source, { from: values.base, isDryRun: values['dry-run'] === true })
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean' }, continue: { type: 'boolean' }, base: { type: 'string' } },
    })
  } catch {
    return fail(usage)
  }
}

type Options = { from: string | undefined; isDryRun: boolean }

async function upgrade(asked: string | undefined, { from, isDryRun }: Options): Promise<void> {
  if (!existsSync('.git'))
    fail(
      isTracked(root)
        ? 'An upgrade merges a whole repository, and this project is a folder of a larger one. Upgrade it in a repository of its own.'
        : 'An upgrade is a merge, and this folder has no git repository: git init',
    )
  refuseUncommitted(root)
  const own = readBase(root)
  if (own.version === undefined) fail('.plinth/base.json does not say which release this project came from.')
  const source = asked ?? newestRelease()
  const release = unpackRelease(source)
  const unpacked = [release]
  try {
    const version = versionOf(release)
    console.log(`Release ${version}, from ${placeOf(source)}.`)
    if (!isNewer(version, own.version)) {
      if (asked === undefined) return console.log(`It is the newest, and this project is at ${own.version}.`)
      throw new Error(`This project is at ${own.version}, and ${source} is ${version}.`)
    }
    const previous = unpackBase(root, own, from)
    unpacked.push(previous.folder)
    const offered = hasSources(root) ? [] : offeredBy(release, { previous: previous.folder, root })
    const changes = changesBetween(readFileSync(path.join(release, 'CHANGELOG.md'), 'utf8'), own.version)
    const { version: ownVersion } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    // A clone has the sources of packages, and merges them.
    if (!hasSources(root)) {
      if (hasSources(previous.folder)) leavePackagesAs(previous.folder, root)
      console.log(
        `Packages of the release: ${leavePackages(release, packedOf(release, source), own.ejected)}.`,
      )
      for (const name of own.ejected ?? []) {
        console.log(`packages/${name} is this project's: what the release changes there does not reach it.`)
        if (!existsSync(source))
          console.log(
            `  To see it: npm diff --diff=@plinth/${name}@${own.version} --diff=@plinth/${name}@${version} src data`,
          )
      }
    }
    projectOf(previous.folder, own, { version: ownVersion })
    projectOf(release, { ...own, removed: [...(own.removed ?? []), ...offered] }, { version: ownVersion })
    const base = commitTree(previous.folder, { version: own.version, parent: previous.commit })
    const theirs = commitTree(release, { version, parent: base })
    const merged = { base, theirs, version }
    if (isDryRun) return dryRun(merged)
    const branch = `upgrade-${version}`
    git(['switch', '--create', branch])
    const conflicts = mergeRelease(root, merged)
    console.log(`\n${changes}\n`)
    if (offered.length > 0) console.log(`New features, which npm run add brings: ${offered.join(', ')}.\n`)
    if (conflicts.length === 0) return await finish()
    console.log(
      `${conflicts.length} ${conflicts.length === 1 ? 'file' : 'files'} in conflict, on the branch ${branch}:`,
    )
    for (const file of conflicts) console.log(`  ${file}`)
    console.log(`\nResolve them and git add them, then: npm run upgrade -- --continue\n${toUndo(branch)}`)
    process.exitCode = 1
  } finally {
    for (const folder of unpacked) removeRelease(folder)
  }
}

/** Gives packages that are this project's the number of the release, which the others ask for. */
function renumberEjected({ ejected = [] }: Base, version: string): void {
  for (const name of ejected) {
    const file = `packages/${name}/package.json`
    const text = readFileSync(file, 'utf8')
    writeFileSync(
      file,
      text
        .replace(/(?<=^ {2}"version": ")[^"]+/m, version)
        .replaceAll(/(?<="@plinth\/\w+": ")[^"]+/g, version),
    )
  }
}

function dryRun(release: Release): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-upgrade-'))
  try {
    git(['worktree', 'add', '--quiet', '--detach', folder])
    const conflicts = mergeRelease(folder, release)
    const changed = git(['diff', '--name-only', '--cached', 'HEAD'], { cwd: folder }).split('\n')
    console.log(
      `Release ${release.version} changes ${changed.length} files of this project, ${conflicts.length} with conflicts.`,
    )
    for (const file of conflicts) console.log(`  ${file}`)
  } finally {
    git(['worktree', 'remove', '--force', folder])
  }
}

/**
 * Completes the merge: the lockfile, gaps for texts that a language lacks, the route tree, migrations after
 * the project's own, the commit.
 */
async function finish(): Promise<void> {
  const head = spawnSync('git', ['rev-parse', '--verify', '--quiet', 'MERGE_HEAD'], { encoding: 'utf8' })
  const theirs = head.stdout.trim()
  if (theirs === '') fail('There is no upgrade to continue.')
  const open = git(['diff', '--name-only', '--diff-filter=U'])
  if (open !== '')
    fail(
      `These files are still in conflict:\n  ${open.replaceAll('\n', '\n  ')}\n\n  ${toUndo(git(['branch', '--show-current']))}`,
    )
  const baseAt = (commit: string) => JSON.parse(git(['show', `${commit}:${BASE_FILE}`])) as Base
  const own = baseAt('HEAD')
  const { version = '', migration, data, removed = [] } = baseAt(theirs)
  const ownsCore = own.ejected?.includes('core') === true
  writeBase(root, {
    ...own,
    version,
    migration,
    data: ownsCore ? own.data : data,
    removed: [...(own.removed ?? []), ...removed],
  })
  renumberEjected(own, version)
  const tablesOfCore = () => (ownsCore ? [] : coreTables(root))
  const ofCore = tablesOfCore()
  const isLockCurrent = install()
  if (!isLockCurrent && !hasSources(root))
    fail('The packages of the release are not installed, see above. Then: npm run upgrade -- --continue')
  const merged = git(['diff', '--name-only', 'HEAD', '--', '*.json']).split('\n')
  const gaps = writeMissingGaps(root)
  formatFiles(root, [
    ...merged.filter((one) => one !== '' && one !== 'package-lock.json' && !one.startsWith('drizzle/')),
    ...gaps,
  ])
  await generateRouteTree(root)
  const file = await carryMigrations(theirs, {
    last: own.migration ?? '',
    version,
    ofCore: [...ofCore, ...tablesOfCore()],
  })
  git(['add', '--all'])
  git(['commit', '--quiet', '--message', `The starter's release ${version} is merged`])
  console.log(`\n✓ Release ${version} is merged, on the branch ${git(['branch', '--show-current'])}.`)
  if (file !== undefined) console.log(`  Its migration: ${file}. Read it: it runs on your data.`)
  if (!isLockCurrent) console.log('  package-lock.json is out of date: npm install, when there is a network.')
  console.log('  Next: npm run check, npm test')
}

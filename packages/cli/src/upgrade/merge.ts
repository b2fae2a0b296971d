import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { commandFile } from '../commands.mjs'
import { isLinked } from '../install.mjs'
import { npmCommand } from '../npm-command.mjs'
import { git } from './git.ts'
import { mergeJson } from './merge-json.ts'

/** The drivers that .gitattributes names. */
const drivers = () => [
  '-c',
  `merge.json.driver="${process.execPath}" "${path.resolve(commandFile('merge-json'))}" %O %A %B`,
  '-c',
  'merge.ours.driver=true',
]

const conflictsIn = (folder: string): string[] =>
  git(['diff', '--name-only', '--diff-filter=U'], { cwd: folder }).split('\n').filter(Boolean)

/** Merges `theirs` into the branch of this folder without a commit, and returns the files in conflict. */
export function mergeRelease(folder: string, base: string, theirs: string): string[] {
  // Now git takes `base` for what both sides started from.
  git(['merge', '--quiet', '--strategy=ours', '--allow-unrelated-histories', '--no-edit', base], {
    cwd: folder,
  })
  const merge = spawnSync('git', [...drivers(), 'merge', '--no-commit', '--no-ff', theirs], {
    cwd: folder,
    encoding: 'utf8',
  })
  // This project's migrations stay as they are.
  git(['restore', '--source=HEAD', '--staged', '--worktree', 'drizzle'], { cwd: folder })
  const conflicts = conflictsIn(folder)
  if (
    merge.status !== 0 &&
    conflicts.length === 0 &&
    !existsSync(git(['rev-parse', '--git-path', 'MERGE_HEAD'], { cwd: folder }))
  )
    throw new Error(`git merge failed: ${merge.stderr.trim()}`)
  return conflicts
}

/**
 * Makes the change between two commits to this project, merged with its own work, without a commit. Returns
 * the files in conflict. What the project has deleted stays deleted.
 */
export function applyChange(base: string, theirs: string): string[] {
  const args = ['cherry-pick', '--no-commit', '--strategy-option=no-renames', theirs]
  const { status, stderr } = spawnSync('git', [...drivers(), ...args], { encoding: 'utf8' })
  const isDeleted = (file: string) =>
    git(['ls-files', '--stage', file])
      .split('\n')
      .every((line) => !/ 2\t/.test(line))
  for (const file of conflictsIn('.').filter(isDeleted)) git(['rm', '--quiet', '--force', file])
  const conflicts = conflictsIn('.')
  if (status !== 0 && conflicts.length === 0 && !/could not apply|conflict/i.test(stderr))
    throw new Error(`git cherry-pick failed: ${stderr.trim()}`)
  const locked = (commit: string): unknown => JSON.parse(git(['show', `${commit}:package-lock.json`]))
  const ours: unknown = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  // What both changed is npm's to settle.
  const merged = mergeJson({ base: locked(base), ours, theirs: locked(theirs) }, (sides) => sides.ours)
  writeFileSync('package-lock.json', `${JSON.stringify(merged, undefined, 2)}\n`)
  return conflicts
}

/** Brings package-lock.json up to date with package.json, and installs. Returns whether that succeeded. */
export function install(): boolean {
  // Packages of another project, which has them all.
  if (isLinked()) return true
  const [npm, ...first] = npmCommand()
  const flags = ['--no-audit', '--no-fund', '--loglevel=error']
  const { status, stdout, stderr } = spawnSync(npm, [...first, 'install', ...flags], { encoding: 'utf8' })
  if (status !== 0) console.error(stdout + stderr)
  return status === 0
}

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { commandFile } from '../commands.mjs'
import { isLinked } from '../install.mjs'
import { npmCommand } from '../npm-command.mjs'
import { git } from './git.ts'
import { mergeJson } from './merge-json.ts'

/** The drivers that .gitattributes names. `release` is what theirs is called in a conflict. */
const drivers = (release: string) => [
  '-c',
  `merge.json.driver="${process.execPath}" "${path.resolve(commandFile('merge-json'))}" %O %A %B ${release}`,
  '-c',
  'merge.ours.driver=true',
]

export type Release = {
  /** What the project came from, and what it is merged with, each as a commit. */
  base: string
  theirs: string
  version: string
}

const conflictsIn = (folder: string): string[] =>
  git(['diff', '--name-only', '--diff-filter=U'], { cwd: folder }).split('\n').filter(Boolean)

/** What a conflict is about where there are no markers in the file, by git's two letters. */
const withoutMarkers: Readonly<Record<string, string>> = {
  UD: 'changed here, and deleted by the release: git add or git rm',
  DU: 'deleted here, and changed by the release: git rm or git add',
}

/** The files in conflict, each with what it is about. */
const describedConflicts = (folder: string): string[] =>
  git(['status', '--porcelain'], { cwd: folder })
    .split('\n')
    .filter((line) => /^(DD|AA|.U|U.) /.test(line))
    .map((line) => {
      const about = withoutMarkers[line.slice(0, 2)]
      return about === undefined ? line.slice(3) : `${line.slice(3)} (${about})`
    })

/**
 * Merges a release into the branch of this folder without a commit, and returns the files in conflict, each
 * with what is to be decided if it has no markers. These name the release.
 */
export function mergeRelease(folder: string, { base, theirs, version }: Release): string[] {
  const release = `release-${version}`
  // Now git takes `base` for what both sides started from.
  git(['merge', '--quiet', '--strategy=ours', '--allow-unrelated-histories', '--no-edit', base], {
    cwd: folder,
  })
  // Git's markers have the name by which the commit is given.
  const named = `refs/${release}`
  git(['update-ref', named, theirs], { cwd: folder })
  const merge = spawnSync('git', [...drivers(release), 'merge', '--no-commit', '--no-ff', release], {
    cwd: folder,
    encoding: 'utf8',
  })
  git(['update-ref', '-d', named], { cwd: folder })
  // This project's migrations stay as they are.
  git(['restore', '--source=HEAD', '--staged', '--worktree', 'drizzle'], { cwd: folder })
  const conflicts = describedConflicts(folder)
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
  const { status, stderr } = spawnSync('git', [...drivers('the-release'), ...args], { encoding: 'utf8' })
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

import { existsSync } from 'node:fs'
import { hasSources, releaseFile } from '../feature/leave-packages.mjs'
import type { Base } from '../feature/starter-base.ts'
import { git } from './git.ts'
import { unpackCommit, unpackRelease } from './release-tree.ts'

/**
 * Unpacks the release that this project came from, with these features: what `vendor` has, or npm; a clone is
 * its own release. Throws an Error if there is none.
 */
export function unpackOrigin(root: string, { version = '' }: Base, names: readonly string[]): string {
  if (hasSources(root)) return unpackCommit(commitWith(names))
  const file = releaseFile(version)
  return unpackRelease(existsSync(file) ? file : version)
}

/** The newest commit that has these features: the one before the first of them was removed. */
function commitWith(names: readonly string[]): string {
  const before = names.map((name) => `${git(['log', '-1', '--format=%H', '--', `src/features/${name}`])}^`)
  const hasAll = (commit: string) => {
    const folders = git(['ls-tree', '-d', '--name-only', commit, 'src/features/']).split('\n')
    return names.every((name) => folders.includes(`src/features/${name}`))
  }
  const commit = before.find((one) => one !== '^' && hasAll(one))
  if (commit === undefined)
    throw new Error(`No commit of this repository has ${names.join(' and ')}. Add one at a time.`)
  return commit
}

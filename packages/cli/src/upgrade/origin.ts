import { existsSync } from 'node:fs'
import { hasSources, releaseFile } from '../feature/leave-packages.mjs'
import type { Base } from '../feature/starter-base.ts'
import { git } from './git.ts'
import { recordedBase, unpackCommit, unpackRelease } from './release-tree.ts'

/**
 * Unpacks the release that this project came from, with these features: what `vendor` has, or npm; a clone is
 * its own release. Throws an Error if there is none.
 */
export function unpackOrigin(root: string, { version = '' }: Base, names: readonly string[]): string {
  return hasSources(root) ? unpackCommit(commitWith(names)) : unpackRelease(installedFrom(version))
}

const installedFrom = (version: string): string =>
  existsSync(releaseFile(version)) ? releaseFile(version) : version

/**
 * Unpacks the release that this project came from: the given one; or what `vendor` has, or npm, which has
 * features that it added later, too; or a commit of this repository that records it, or its tag. Returns the
 * folder and that commit. Throws an Error if there is none.
 */
export function unpackBase(root: string, { version = '' }: Base, given?: string) {
  const commit = recordedBase(version)
  if (given !== undefined) return { folder: unpackRelease(given), commit }
  const sources = [hasSources(root) ? undefined : installedFrom(version), commit, `v${version}`]
  for (const source of sources.filter((one) => one !== undefined))
    try {
      return { folder: unpackRelease(source), commit }
    } catch {
      // Then the next one.
    }
  throw new Error(
    `Release ${version}, which this project came from, is not on npm, in vendor/, in a commit that records it, or under the tag v${version}. Say where it is: --base TARBALL`,
  )
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

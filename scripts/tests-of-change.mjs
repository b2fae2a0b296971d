import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fail } from './install.mjs'

/** The files that differ from a commit, and new ones that git does not ignore. */
export function changedFiles(ref) {
  const git = (...args) => {
    const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' })
    if (status !== 0) fail(`git ${args.join(' ')}: ${stderr.trim()}`)
    return stdout.split('\n').filter(Boolean)
  }
  return [
    ...new Set([
      ...git('diff', '--name-only', ref, '--'),
      ...git('ls-files', '--others', '--exclude-standard'),
    ]),
  ]
}

/**
 * The tests over HTTP and the journeys of a change. They import nothing of the application, so they are found
 * by name: a change in `features/posts` reaches `posts.spec.ts` and `posts-search.spec.ts`. `isShared`:
 * something has changed that other journeys may reach too, code outside of slices or a slice without a
 * journey of its name.
 */
export function reachedTests(files) {
  const slices = new Set(files.map((file) => /^src\/features\/([^/]+)\//.exec(file)?.[1]).filter(Boolean))
  const bearsName = (name, slice) => name.startsWith(slice.replace(/s$/, ''))
  const isReached = (folder, name) =>
    files.includes(`${folder}/${name}`) || [...slices].some((slice) => bearsName(name, slice))
  const find = (folder, pattern) =>
    readdirSync(folder)
      .filter((name) => pattern.test(name) && isReached(folder, name))
      .map((name) => `${folder}/${name}`)
  const journeys = find('e2e', /\.spec\.ts$/)
  const isOutside = (file) => /^(src|packages|drizzle)\//.test(file) && !file.startsWith('src/features/')
  const hasNone = (slice) => !journeys.some((file) => bearsName(file.slice('e2e/'.length), slice))
  return {
    http: find('tests/http', /(?<!\.slow)\.test\.ts$/),
    journeys,
    isShared: files.some(isOutside) || [...slices].some(hasNone),
  }
}

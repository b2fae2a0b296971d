import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'

/** The files that differ from a commit, and new ones that git does not ignore. */
export function changedFiles(ref) {
  const git = (...args) => {
    const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
    return stdout.split('\n').filter(Boolean)
  }
  return [...new Set([...git('diff', '--name-only', ref, '--'), ...git('ls-files', '--others', '--exclude-standard')])]
}

/**
 * The tests over HTTP and the journeys of a change. They import nothing of the application, so they are found by name: a change in
 * `features/posts` reaches `posts.spec.ts` and `posts-search.spec.ts`. Code outside of slices is `isShared`: any of them may reach it.
 */
export function reachedTests(files) {
  const slices = new Set(files.map((file) => /^src\/features\/([^/]+)\//.exec(file)?.[1]).filter(Boolean))
  const isReached = (folder, name) => files.includes(`${folder}/${name}`) || [...slices].some((slice) => name.startsWith(slice.replace(/s$/, '')))
  const find = (folder, pattern) =>
    readdirSync(folder)
      .filter((name) => pattern.test(name) && isReached(folder, name))
      .map((name) => `${folder}/${name}`)
  return {
    http: find('tests/http', /(?<!\.slow)\.test\.ts$/),
    journeys: find('e2e', /\.spec\.ts$/),
    isShared: files.some((file) => /^(src|drizzle)\//.test(file) && !file.startsWith('src/features/')),
  }
}

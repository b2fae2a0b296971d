import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fail } from './install.mjs'

/** Returns the files that differ from a commit, and new ones that git does not ignore. */
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
 * Returns the HTTP tests and journeys that a change reaches. They import nothing from the application, so
 * they are found by name: a change in `features/posts` reaches `posts.spec.ts` and `posts-search.spec.ts`.
 * Server-only code is tested over HTTP, page-only code in a browser. `slices`: the slices whose matrix rows
 * are reached; undefined for all. `isShared`: other journeys may be reached too, because code outside slices
 * or a slice without a journey of its name has changed.
 */
export function reachedTests(files) {
  const sources = files.filter(
    (file) => /^(src|packages|drizzle)\//.test(file) && !/\.test\.tsx?$/.test(file),
  )
  const sliceOf = (file) => /^src\/features\/([^/]+)\//.exec(file)?.[1]
  const isOfServer = (file) => /\/server\/|\.server\.ts$/.test(file)
  const isOfPages = (file) => /\/ui\//.test(file)
  const namesIn = (changed) => new Set(changed.map(sliceOf).filter(Boolean))
  const bearsName = (name, slice) => name.startsWith(slice.replace(/s$/, ''))
  const find = (folder, pattern, changed) => {
    const slices = [...namesIn(changed)]
    return readdirSync(folder)
      .filter((name) => pattern.test(name))
      .filter((name) => files.includes(`${folder}/${name}`) || slices.some((slice) => bearsName(name, slice)))
      .map((name) => `${folder}/${name}`)
  }
  const shown = sources.filter((file) => !isOfServer(file))
  const journeys = find('e2e', /\.spec\.ts$/, shown)
  const hasNone = (slice) => !journeys.some((file) => bearsName(file.slice('e2e/'.length), slice))
  const isOutside = sources.some((file) => sliceOf(file) === undefined)
  return {
    http: find(
      'tests/http',
      /(?<!\.slow)\.test\.ts$/,
      sources.filter((file) => !isOfPages(file)),
    ),
    journeys,
    slices: isOutside || files.some((file) => file.startsWith('tests/')) ? undefined : [...namesIn(sources)],
    isShared: isOutside || [...namesIn(shown)].some(hasNone),
  }
}

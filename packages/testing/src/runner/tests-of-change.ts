import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import path from 'node:path'
import { fail } from '@plinth/cli/feature/edit-project.ts'

/** Returns the files that differ from a commit, and new ones that git does not ignore. */
export function changedFiles(ref: string): string[] {
  const git = (...args: string[]) => {
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

type ReachedTests = {
  http: string[]
  journeys: string[]
  features: string[] | undefined
  isShared: boolean
}

/**
 * Returns the HTTP tests and journeys that a change reaches. They import nothing from the application, so
 * they are found by place and name: a change in `features/account` reaches those in its folder, the tests
 * `account-races.slow.test.ts` of `packages/core/test/http` and `e2e/accounts.spec.ts`. Server-only code is
 * tested over HTTP, page-only code in a browser. `features`: the features whose matrix rows are reached;
 * undefined for all. `isShared`: other journeys may be reached too, because code outside features or a
 * feature without a journey has changed.
 */
export function reachedTests(files: readonly string[], root = '.'): ReachedTests {
  const sources = files.filter(
    (file) => /^(src|packages|drizzle)\//.test(file) && !/\.(test|spec)\.tsx?$/.test(file),
  )
  const featureOf = (file: string) => /^src\/features\/([^/]+)\//.exec(file)?.[1]
  const isOfServer = (file: string) => /\/server\/|\.server\.ts$/.test(file)
  const isOfPages = (file: string) => /\/ui\//.test(file)
  const namesIn = (changed: readonly string[]) => new Set(changed.flatMap((file) => featureOf(file) ?? []))
  const isOf = (file: string, name: string) =>
    featureOf(file) === name ||
    (featureOf(file) === undefined && path.posix.basename(file).startsWith(name.replace(/s$/, '')))
  const find = (patterns: string[], changed: readonly string[]) => {
    const names = [...namesIn(changed)]
    return globSync(patterns, { cwd: root })
      .map((file) => file.replaceAll(path.sep, '/'))
      .filter((file) => files.includes(file) || names.some((name) => isOf(file, name)))
      .toSorted()
  }
  const shown = sources.filter((file) => !isOfServer(file))
  const journeys = find(['e2e/*.spec.ts', 'src/features/*/e2e/*.spec.ts'], shown)
  const hasNone = (name: string) => !journeys.some((file) => isOf(file, name))
  const isOutside = sources.some((file) => featureOf(file) === undefined)
  return {
    http: find(
      ['packages/core/test/http/*.test.ts', 'src/features/*/tests/*.test.ts'],
      sources.filter((file) => !isOfPages(file)),
    ).filter((file) => !/\.(slow|project)\.test\.ts$/.test(file)),
    journeys,
    features: isOutside || files.some((file) => file.startsWith('tests/')) ? undefined : [...namesIn(files)],
    isShared: isOutside || [...namesIn(shown)].some(hasNone),
  }
}

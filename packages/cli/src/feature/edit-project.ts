import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'

export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

type FileEdit = { file: string; edit(text: string): string }

/**
 * Edits files of the project, all or none, and returns those that changed. Throws an Error that names the
 * file that an edit does not fit.
 */
export function editFiles(root: string, edits: readonly FileEdit[]): string[] {
  const changed = plannedEdits(root, edits)
  for (const [file, text] of changed) writeFileSync(path.join(root, file), text)
  return [...changed.keys()]
}

/** The new texts of the files that these edits change. Throws like editFiles, and writes nothing. */
export function plannedEdits(root: string, edits: readonly FileEdit[]): Map<string, string> {
  const texts = new Map<string, { before: string; after: string }>()
  for (const { file, edit } of edits) {
    const before = texts.get(file)?.before ?? readFileSync(path.join(root, file), 'utf8')
    try {
      // A file may have several edits.
      texts.set(file, { before, after: edit(texts.get(file)?.after ?? before) })
    } catch (error) {
      throw new Error(
        `${file} has another shape than expected: ${error instanceof Error ? error.message : String(error)}. Nothing was changed.`,
      )
    }
  }
  return new Map(
    [...texts].filter(([, { before, after }]) => before !== after).map(([file, { after }]) => [file, after]),
  )
}

// The project may be another one than this, which has no packages of its own.
const oxfmt = path.resolve('node_modules/oxfmt/bin/oxfmt')

/** Formats the given files as `npm run format` does. Missing files are skipped. */
export function formatFiles(root: string, files: readonly string[]): void {
  const present = files.filter((file) => existsSync(path.join(root, file)))
  if (present.length === 0) return
  const { status, stderr } = spawnSync(
    process.execPath,
    [oxfmt, '--no-error-on-unmatched-pattern', ...present],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(`oxfmt failed: ${stderr}`)
}

/** Regenerates src/routeTree.gen.ts from the route files. */
export async function generateRouteTree(root: string): Promise<void> {
  const { resolveConfig } = await import('vite')
  // The router's plugin writes it as soon as it is configured.
  await resolveConfig({ root, logLevel: 'error' }, 'build')
}

/** Prints how a command is used and ends the process, if it is asked for that. */
export function helpIfAsked(words: readonly string[], usage: string): void {
  if (!words.includes('--help') && !words.includes('-h')) return
  console.log(usage)
  process.exit(0)
}

/** Prints the message and exits the process with 1. */
export function fail(message: string): never {
  console.error(`\n✗ ${message}\n`)
  process.exit(1)
}

/** Returns the result of `work`; ends the process with the message of what it throws, and `more`. */
export function orFail<Result>(work: () => Result, more = ''): Result {
  try {
    return work()
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}${more}`)
  }
}

/**
 * Runs the steps of a command that edits the project, on a clean working tree (`refuseUncommitted`). If one
 * fails or the process is told to stop, the tree is as it was, and the process ends with 1. A project without
 * git can't be brought back, which is said.
 */
export async function allOrNothing(
  root: string,
  ...steps: readonly (() => void | Promise<void>)[]
): Promise<void> {
  let isStopped = false
  const stop = () => {
    isStopped = true
  }
  for (const signal of stopSignals) process.on(signal, stop)
  // Also when a step ends the process.
  const undo = () => {
    if (!isTracked(root)) return console.error('The project is not in git: what was written stays.')
    for (const args of [
      ['restore', '--staged', '--worktree', '.'],
      ['clean', '--quiet', '--force', '-d', '.'],
    ])
      spawnSync('git', args, { cwd: root })
    console.error('Nothing was changed.')
  }
  process.on('exit', undo)
  try {
    for (const step of steps) {
      await step()
      // A signal that came while the step was busy.
      await setImmediate()
      if (isStopped) throw new Error('Stopped.')
    }
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error))
  }
  process.off('exit', undo)
  for (const signal of stopSignals) process.off(signal, stop)
}

/**
 * Ends the process if npm took one of these flags of a command for itself, as it does unless `--` stands
 * before them.
 */
export function refuseFlagsOfNpm(flags: readonly string[], usage: string): void {
  const taken = flags.find((flag) => process.env[`npm_config_${flag.replaceAll('-', '_')}`] !== undefined)
  if (taken !== undefined)
    fail(`npm took --${taken} for itself. Write -- after the command's name:\n\n  ${usage}`)
}

/** Whether git knows the project, be it a folder of a larger repository. */
export const isTracked = (root: string): boolean =>
  spawnSync('git', ['ls-files', '--error-unmatch', 'package.json'], { cwd: root }).status === 0

/** Ends the process if there are uncommitted changes: what a command edits could not be undone. */
export function refuseUncommitted(root: string): void {
  const args = ['status', '--porcelain', '--', '.']
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  // Without git there is nothing to compare with.
  if (status === 0 && stdout !== '') fail('There are uncommitted changes. Commit or stash them first.')
}

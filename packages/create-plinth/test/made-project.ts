import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { copyProject } from '@plinth/testing/programs/project-copy.ts'

/** A folder with a git repository. */
export type Repository = { folder: string }
type Result = { code: number | null; output: string }

const identity = { NAME: 'Nora Neu', EMAIL: 'nora@example.com' }
const asNora = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap((who) =>
    Object.entries(identity).map(([what, value]) => [`GIT_${who}_${what}`, value]),
  ),
)

function run({ folder }: Repository, command: string, ...args: string[]): Result {
  const env = { ...process.env, ...asNora, NODE_ENV: undefined, VITEST: undefined }
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return { code: status, output: stdout + stderr }
}

export function succeed(repository: Repository, command: string, ...args: string[]): string {
  const { code, output } = run(repository, command, ...args)
  expect(code, output).toBe(0)
  return output
}

export const script = (repository: Repository, name: string, ...args: string[]) =>
  run(repository, process.execPath, 'scripts/run.mjs', name, ...args)

export function succeedScript(repository: Repository, name: string, ...args: string[]): string {
  const { code, output } = script(repository, name, ...args)
  expect(code, output).toBe(0)
  return output
}

const read = ({ folder }: Repository, file: string) => readFileSync(path.join(folder, file), 'utf8')

function edit(repository: Repository, file: string, [from, to]: [string | RegExp, string]): void {
  const before = read(repository, file)
  const after = before.replace(from, to)
  expect(after, file).not.toBe(before)
  writeFileSync(path.join(repository.folder, file), after)
}

export function commit(repository: Repository, message: string): void {
  succeed(repository, 'git', 'add', '--all')
  succeed(repository, 'git', 'commit', '--quiet', '--message', message)
}

/** The sources as a repository of their own, released as 0.1.0, with a packed create-plinth. */
export function releaseStarter(): Repository {
  const starter = copyProject()
  writeFileSync(path.join(starter.folder, '.git-exclude'), '/node_modules\n/.git-exclude\n')
  succeed(starter, 'git', 'init', '--quiet', '--initial-branch=main')
  succeed(starter, 'git', 'config', 'core.excludesFile', '.git-exclude')
  edit(starter, 'CHANGELOG.md', ['## Unreleased\n', '## Unreleased\n\n- The first release.\n'])
  commit(starter, 'The starter')
  succeed(starter, process.execPath, 'scripts/run.mjs', 'workshop/release.ts', '0.1.0')
  const creator = { folder: path.join(starter.folder, 'packages/create-plinth') }
  succeed(creator, 'npm', 'pack', '--silent', '--ignore-scripts=false')
  return starter
}

/** A project called Acme Desk, made from that release. */
export function createProject(starter: Repository, ...choices: string[]): Repository {
  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-fork-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const creator = path.join(starter.folder, 'packages/create-plinth/index.mjs')
  succeed({ folder }, process.execPath, creator, 'desk', '--name', 'Acme Desk', '--yes', ...choices)
  return { folder: path.join(folder, 'desk') }
}

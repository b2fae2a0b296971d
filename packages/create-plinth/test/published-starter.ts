import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { Packed } from '@plinth/cli/feature/leave-packages.mjs'
import { copyProject } from '@plinth/testing/programs/project-copy.ts'
import { runCommand, type Command } from '@plinth/testing/programs/run-command.ts'
import { freePort } from '@plinth/testing/programs/running-app.ts'
import { openRegistry } from './registry.ts'

const asNora = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap((who) => [
    [`GIT_${who}_NAME`, 'Nora Neu'],
    [`GIT_${who}_EMAIL`, 'nora@example.com'],
  ]),
)

export const read = (folder: string, file: string) => readFileSync(path.join(folder, file), 'utf8')
export const readJson = (folder: string, file: string) =>
  JSON.parse(read(folder, file)) as Record<string, unknown>

export function edit(folder: string, file: string, [from, to]: [string | RegExp, string]): void {
  const before = read(folder, file)
  const after = before.replace(from, to)
  expect(after, file).not.toBe(before)
  writeFileSync(path.join(folder, file), after)
}

/**
 * The sources of the starter as a repository of their own, and a developer far from it whose npm uses a
 * registry on this machine.
 */
export async function publishedStarter() {
  const registry = await openRegistry()
  onTestFinished(() => registry.close())
  const starter = copyProject().folder
  const far = mkdtempSync(path.join(tmpdir(), 'plinth-far-'))
  onTestFinished(() => rmSync(far, { recursive: true, force: true }))
  const env = { ...asNora, NODE_ENV: undefined, VITEST: undefined, npm_config_registry: registry.url }

  const start = (cwd: string, command: string[], more: Record<string, string> = {}) =>
    runCommand(command, { cwd, env: { ...env, ...more } })

  async function outputOf({ ended, output, child }: Command, code: number): Promise<string> {
    expect(await ended, `${child.spawnargs.join(' ')}\n${output()}`).toBe(code)
    return output()
  }
  const run = (cwd: string, ...command: string[]) => outputOf(start(cwd, command), 0)
  const fails = (cwd: string, command: string[], more = {}) => outputOf(start(cwd, command, more), 1)
  const inStarter = (...command: string[]) => run(starter, process.execPath, 'scripts/run.mjs', ...command)

  async function commit(cwd: string, message: string): Promise<void> {
    await run(cwd, 'git', 'add', '--all')
    await run(cwd, 'git', 'commit', '--quiet', '--message', message)
  }

  await run(starter, 'git', 'init', '--quiet', '--initial-branch=main')
  writeFileSync(path.join(starter, '.git/info/exclude'), '/node_modules\n*.tgz\n')

  return {
    ...{ starter, far, registry, run, fails, inStarter, commit },

    /** Commits and packs a release of the starter. Returns what publishes it. */
    async release(version: string, notes: string): Promise<() => void> {
      edit(starter, 'CHANGELOG.md', ['## Unreleased\n', `## Unreleased\n\n- ${notes}\n`])
      await commit(starter, notes)
      await inStarter('workshop/release.ts', version)
      const creator = path.join(starter, 'packages/create-plinth')
      await run(creator, 'npm', 'pack', '--silent', '--ignore-scripts=false')
      const packed = path.join(far, `packed-${version}`)
      await run(creator, 'cp', '-r', 'packed', packed)
      const tarball = path.join(creator, `create-plinth-${version}.tgz`)
      const manifest = readJson(creator, 'package.json') as Packed['manifest']
      return () => {
        for (const one of JSON.parse(read(packed, 'packed.json')) as Packed[])
          registry.publish(path.join(packed, one.file), one.manifest)
        registry.publish(tarball, manifest)
      }
    },

    /** As npm create does, which would take a create-plinth of this version from an earlier run. */
    async create(name: string, version: string, ...choices: string[]) {
      await run(far, 'npm', 'install', '--no-save', '--prefix', 'creator', `create-plinth@${version}`)
      const creator = 'creator/node_modules/create-plinth/index.mjs'
      const output = await run(far, process.execPath, creator, name, '--yes', ...choices)
      return { folder: path.join(far, name), output }
    },

    /** Starts a server of a project for as long as it is used. */
    async whileRunning(
      cwd: string,
      command: string[],
      visit: (url: string, output: string) => Promise<void>,
    ): Promise<void> {
      const port = await freePort()
      const { child, ended, output, prints } = start(cwd, command, {
        PORT: String(port),
        NO_COLOR: '1',
        DATA_DIR: path.join(cwd, '.data'),
      })
      await prints('Press Ctrl-C', 300_000)
      await visit(`http://localhost:${port}`, output())
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
      await ended
    },
  }
}

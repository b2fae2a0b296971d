import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { copyProject, projectRoot } from '@plinth/testing/programs/project-copy.ts'
import { runCommand } from '@plinth/testing/programs/run-command.ts'

// The application needs 24.7; npm and its scripts run from 20.19.
const oldNode = [process.env.OLD_NODE, '/usr/bin/node', '/usr/local/bin/node'].find(
  (file) => file && existsSync(file) && /^v(20|22|24\.[0-6])\./.test(versionOf(file)),
)

// `.ci/run` provides one.
test.runIf(process.env.CI)('an older Node is available', () => expect(oldNode).toBeDefined())

test.skipIf(!oldNode)(
  'where npm installs no Node, an older Node on the machine prints one line saying what to install',
  async () => {
    const copy = copyProject()
    const modules = path.join(projectRoot, 'node_modules')
    const own = path.join(copy.folder, 'node_modules')
    rmSync(own, { recursive: true })
    mkdirSync(path.join(own, '.bin'), { recursive: true })
    for (const name of readdirSync(modules))
      if (name !== '.bin') symlinkSync(path.join(modules, name), path.join(own, name))
    const command = runCommand([oldNode ?? '', 'scripts/run.mjs', 'start'], { cwd: copy.folder })
    expect(await command.ended).toBe(1)
    expect(command.output()).toContain('Install Node 24.7 or newer')
    expect(command.output()).not.toMatch(/ERR_|\n\s+at /)
  },
)

test.skipIf(!oldNode)(
  'on a system for which the lockfile has no Node, the message comes before anything is installed',
  async () => {
    const copy = copyProject()
    rmSync(path.join(copy.folder, 'node_modules'), { recursive: true })
    const lock = copy.files().get('package-lock.json') ?? ''
    copy.write(
      'package-lock.json',
      lock.replaceAll(/"node_modules\/node-(linux|win)-/g, '"node_modules/node-elsewhere-'),
    )
    const command = runCommand([oldNode ?? '', 'scripts/run.mjs', 'start'], { cwd: copy.folder })
    expect(await command.ended).toBe(1)
    expect(command.output()).toContain('Install Node 24.7 or newer')
    expect(command.output()).not.toContain('Installing')
  },
)

function versionOf(file: string): string {
  return execFileSync(file, ['--version'], { encoding: 'utf8' })
}

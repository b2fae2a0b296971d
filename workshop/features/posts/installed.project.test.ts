import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Packed } from '@plinth/cli/feature/leave-packages.mjs'
import { connectEmbedded } from '@plinth/testing/servers/embedded-database.ts'
import { signedInClient } from '@plinth/testing/http-client.ts'
import { copyProject } from '@plinth/testing/programs/project-copy.ts'
import { runCommand } from '@plinth/testing/programs/run-command.ts'
import { freePort } from '@plinth/testing/programs/running-app.ts'
import { openRegistry, type Registry } from '../../publish/registry.ts'

// It installs, builds and tests a project, which takes six minutes beside other tests.
const PROJECT_MS = 1_200_000

const asNora = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap((who) => [
    [`GIT_${who}_NAME`, 'Nora Neu'],
    [`GIT_${who}_EMAIL`, 'nora@example.com'],
  ]),
)

/** The commands of a developer whose npm uses this registry. */
function developer(registry: Registry) {
  const env = { ...asNora, NODE_ENV: undefined, VITEST: undefined, npm_config_registry: registry.url }
  const start = (cwd: string, command: string[], more: Record<string, string> = {}) =>
    runCommand(command, { cwd, env: { ...env, ...more } })
  async function run(cwd: string, ...command: string[]): Promise<string> {
    const { ended, output } = start(cwd, command)
    expect(await ended, `${command.join(' ')}\n${output()}`).toBe(0)
    return output()
  }
  /** Starts a server of the project for as long as it is used. */
  async function whileRunning(
    cwd: string,
    command: string[],
    visit: (url: string, output: string) => Promise<void>,
  ): Promise<void> {
    const port = await freePort()
    const url = `http://localhost:${port}`
    const { child, ended, output, prints } = start(cwd, command, {
      PORT: String(port),
      NO_COLOR: '1',
      DATA_DIR: path.join(cwd, '.data'),
    })
    await prints('Press Ctrl-C', 300_000)
    await visit(url, output())
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
    await ended
  }
  return { run, whileRunning }
}

const read = (folder: string, file: string) => readFileSync(path.join(folder, file), 'utf8')
const readJson = (folder: string, file: string) => JSON.parse(read(folder, file)) as Record<string, unknown>

const firstColumn = /(?<=pgTable\(\s*'\w+',\s*\{\n)/

function edit(folder: string, file: string, [from, to]: [string | RegExp, string]): void {
  const before = read(folder, file)
  const after = before.replace(from, to)
  expect(after, file).not.toBe(before)
  writeFileSync(path.join(folder, file), after)
}

test(
  'a project far from the starter installs the packages, runs, takes the next version of them, and can have their sources',
  async () => {
    const registry = await openRegistry()
    onTestFinished(() => registry.close())
    const { run, whileRunning } = developer(registry)
    const starter = copyProject().folder
    const node = [process.execPath, 'scripts/run.mjs']

    async function release(version: string, notes: string): Promise<void> {
      edit(starter, 'CHANGELOG.md', ['## Unreleased\n', `## Unreleased\n\n- ${notes}\n`])
      await run(starter, 'git', 'add', '--all')
      await run(starter, 'git', 'commit', '--quiet', '--message', notes)
      await run(starter, ...node, 'workshop/release.ts', version)
      const creator = path.join(starter, 'packages/create-plinth')
      await run(creator, 'npm', 'pack', '--silent', '--ignore-scripts=false')
      const packed = JSON.parse(read(creator, 'packed/packed.json')) as Packed[]
      for (const { file, manifest } of packed) registry.publish(path.join(creator, 'packed', file), manifest)
      const manifest = readJson(creator, 'package.json') as Packed['manifest']
      registry.publish(path.join(creator, `create-plinth-${version}.tgz`), manifest)
    }

    await run(starter, 'git', 'init', '--quiet', '--initial-branch=main')
    writeFileSync(path.join(starter, '.git/info/exclude'), '/node_modules\n*.tgz\n')
    await release('0.1.0', 'The first release.')

    const far = mkdtempSync(path.join(tmpdir(), 'plinth-far-'))
    onTestFinished(() => rmSync(far, { recursive: true, force: true }))
    // As npm create does, which would take a create-plinth of this version from an earlier run.
    await run(far, 'npm', 'install', '--no-save', '--prefix', 'creator', 'create-plinth@0.1.0')
    const creator = 'creator/node_modules/create-plinth/index.mjs'
    const created = await run(far, process.execPath, creator, 'first', '--name', 'Acme Desk', '--yes')
    expect(created).toContain('own from the registry ')
    const first = path.join(far, 'first')
    expect(readdirSync(first)).not.toEqual(expect.arrayContaining(['packages']))
    expect(readdirSync(first)).not.toEqual(expect.arrayContaining(['vendor']))
    expect(readJson(first, 'package.json')).toMatchObject({ dependencies: { '@plinth/core': '0.1.0' } })
    expect(readJson(first, 'package.json')).not.toHaveProperty('workspaces')

    // What was removed comes back from the registry's release.
    await run(first, 'npm', 'run', 'remove', 'posts')
    await run(first, 'git', 'add', '--all')
    await run(first, 'git', 'commit', '--quiet', '--message', 'No posts')
    expect(existsSync(path.join(first, 'src/features/posts'))).toBe(false)
    await run(first, 'npm', 'run', 'add', 'posts')
    await run(first, 'git', 'add', '--all')
    expect(await run(first, 'git', 'diff', '--cached', '--name-only', 'HEAD~', '--', ':!drizzle')).toBe('')
    await run(first, 'git', 'reset', '--quiet', '--hard', 'HEAD~')

    // As a colleague gets it.
    await run(far, 'git', 'clone', '--quiet', first, 'desk')
    const desk = path.join(far, 'desk')
    await run(desk, 'npm', 'ci', '--no-audit', '--no-fund')
    await whileRunning(desk, ['npm', 'start'], async (url, output) => {
      expect((await fetch(url)).status).toBe(200)
      const [, password = ''] = /Password +(\S+)/.exec(output) ?? []
      const ada = await signedInClient(url, { email: 'ada@example.com', password })
      expect((await ada.get('/dashboard/posts')).status).toBe(200)
    })
    await whileRunning(desk, ['npm', 'run', 'dev'], async (url) => {
      expect((await fetch(`${url}/login`)).status).toBe(200)
      edit(desk, 'src/features/sign-in/locales/en.json', ['"title": "Sign in"', '"title": "Come Back"'])
      const page = async () => (await fetch(`${url}/login`)).text()
      await expect.poll(page, { timeout: 60_000 }).toContain('Come Back')
    })
    await run(desk, 'npm', 'run', 'check')
    // They use the database, a worker process, mails and the texts of core.
    await run(desk, 'npm', 'test', '--', 'src/features/posts/server', 'src/features/posts/tests')
    await run(desk, 'git', 'commit', '--quiet', '--all', '--message', 'Our words')

    const table = 'packages/core/src/storage/installation.table.server.ts'
    edit(starter, table, [firstColumn, `    mood: text('mood').notNull().default(''),\n`])
    mkdirSync(path.join(starter, 'packages/core/data'))
    const cheer = `update "installation" set "mood" = 'cheerful';`
    writeFileSync(path.join(starter, 'packages/core/data/0001_cheer.sql'), `${cheer}\n`)
    await run(starter, ...node, 'db:generate', '--name', 'moods')
    edit(starter, 'src/features/posts/locales/en.json', ['"Posts"', '"All Posts"'])
    await release('0.2.0', 'Installations have a mood.')

    expect(await run(desk, 'npm', 'run', 'upgrade', '--', '0.2.0')).toContain('Installations have a mood.')
    expect(readJson(desk, 'package.json')).toMatchObject({ dependencies: { '@plinth/core': '0.2.0' } })
    expect(readJson(desk, 'node_modules/@plinth/core/package.json')).toMatchObject({ version: '0.2.0' })
    const [migration = ''] = readdirSync(path.join(desk, 'drizzle')).filter((file) =>
      /starter_0_2_0/.test(file),
    )
    expect(read(desk, `drizzle/${migration}`)).toMatch(/^ALTER TABLE "\w+" ADD COLUMN "mood" text [^;]+;/)
    expect(read(desk, `drizzle/${migration}`).split(cheer)).toHaveLength(2)
    expect(readJson(desk, '.plinth/base.json')).toMatchObject({ data: 1 })
    expect(read(desk, 'src/features/posts/locales/en.json')).toContain('"All Posts"')
    expect(read(desk, 'src/features/sign-in/locales/en.json')).toContain('"Come Back"')
    expect(existsSync(path.join(desk, 'vendor'))).toBe(false)
    expect(await run(desk, 'git', 'status', '--porcelain')).toBe('')
    await run(desk, 'npm', 'run', 'check')
    // With the rows of the first start.
    await whileRunning(desk, ['npm', 'start'], async (url) => {
      expect((await fetch(url)).status).toBe(200)
      const database = await connectEmbedded(path.join(desk, '.data'))
      const { rows } = await database.query('select mood from installation')
      await database.end()
      expect(rows).toEqual([{ mood: 'cheerful' }])
    })

    expect(await run(desk, 'npx', 'plinth', 'eject', 'core/app')).toContain('packages/core/src/app')
    edit(desk, 'packages/core/src/app/server/readiness.server.ts', ["status: 'ready'", "status: 'all set'"])
    await whileRunning(desk, ['npm', 'start'], async (url) => {
      expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'all set' })
    })
    await run(desk, 'git', 'add', '--all')
    await run(desk, 'git', 'commit', '--quiet', '--message', 'Our core')
    await run(desk, 'npx', 'plinth', 'eject', 'testing')
    await run(desk, 'npm', 'run', 'check')
    await run(desk, 'npm', 'test', '--', 'src/features/posts/server/create-post.server.test.ts')
    await run(desk, 'git', 'add', '--all')
    await run(desk, 'git', 'commit', '--quiet', '--message', 'Our tests')
    edit(starter, 'packages/core/src/app/server/readiness.server.ts', ["status: 'ready'", "status: 'there'"])
    edit(starter, 'src/features/posts/locales/en.json', ['"All Posts"', '"Every Post"'])
    await release('0.3.0', 'It says that it is there.')
    const upgraded = await run(desk, 'npm', 'run', 'upgrade', '--', '0.3.0')
    expect(upgraded).toContain("packages/core is this project's")
    expect(readJson(desk, 'package.json')).toMatchObject({
      dependencies: { '@plinth/cli': '0.3.0', '@plinth/core': '0.3.0' },
    })
    expect(existsSync(path.join(desk, 'node_modules/@plinth/cli/node_modules'))).toBe(false)
    expect(read(desk, 'packages/core/src/app/server/readiness.server.ts')).toContain("'all set'")
    expect(read(desk, 'src/features/posts/locales/en.json')).toContain('"Every Post"')
    expect(await run(desk, 'git', 'status', '--porcelain')).toBe('')
  },
  PROJECT_MS,
)

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyProject } from '@plinth/testing/programs/project-copy.ts'

/** A folder with a git repository. */
type Repository = { folder: string }
type Result = { code: number | null; output: string }

// It installs, checks and tests a project, which takes six minutes beside other tests.
const FORK_MS = 900_000

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

function succeed(repository: Repository, command: string, ...args: string[]): string {
  const { code, output } = run(repository, command, ...args)
  expect(code, output).toBe(0)
  return output
}

const script = (repository: Repository, name: string, ...args: string[]) =>
  run(repository, process.execPath, 'scripts/run.mjs', name, ...args)

function succeedScript(repository: Repository, name: string, ...args: string[]): string {
  const { code, output } = script(repository, name, ...args)
  expect(code, output).toBe(0)
  return output
}

const migrationsOf = ({ folder }: Repository) =>
  readdirSync(path.join(folder, 'drizzle'))
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
const migrationOf = (repository: Repository, name: string) =>
  `drizzle/${migrationsOf(repository).find((file) => file.endsWith(`_${name}.sql`))}`

const read = ({ folder }: Repository, file: string) => readFileSync(path.join(folder, file), 'utf8')

function edit(repository: Repository, file: string, [from, to]: [string | RegExp, string]): void {
  const before = read(repository, file)
  const after = before.replace(from, to)
  expect(after, file).not.toBe(before)
  writeFileSync(path.join(repository.folder, file), after)
}

function commit(repository: Repository, message: string): void {
  succeed(repository, 'git', 'add', '--all')
  succeed(repository, 'git', 'commit', '--quiet', '--message', message)
}

const tableOf = (feature: string) => `src/features/${feature}/server/${feature}.table.server.ts`
const firstColumn = /(?<=pgTable\(\s*'\w+',\s*\{\n)/
const lastColumn = /(?<=pgTable\([^]*?,\n)(?= {2}\}[,)])/

function release(starter: Repository, version: string, notes: string): void {
  edit(starter, 'CHANGELOG.md', ['## Unreleased\n', `## Unreleased\n\n- ${notes}\n`])
  commit(starter, notes)
  succeed(starter, process.execPath, 'scripts/run.mjs', 'workshop/release.ts', version)
}

/** The sources as a repository of their own, and a project that was made from its first release. */
function makeProject(): { starter: Repository; project: Repository } {
  const starter = copyProject()
  writeFileSync(path.join(starter.folder, '.git-exclude'), '/node_modules\n/.git-exclude\n')
  succeed(starter, 'git', 'init', '--quiet', '--initial-branch=main')
  succeed(starter, 'git', 'config', 'core.excludesFile', '.git-exclude')
  edit(starter, 'CHANGELOG.md', ['## Unreleased\n', '## Unreleased\n\n- The first release.\n'])
  commit(starter, 'The starter')
  succeed(starter, process.execPath, 'scripts/run.mjs', 'workshop/release.ts', '0.1.0')
  succeed(
    { folder: path.join(starter.folder, 'packages/create-plinth') },
    'npm',
    'pack',
    '--silent',
    '--ignore-scripts=false',
  )

  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-fork-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const creator = path.join(starter.folder, 'packages/create-plinth/index.mjs')
  const choices = [
    '--name',
    'Acme Desk',
    '--without',
    'documents,chat,two-factor',
    '--languages',
    'en,de,pt',
    '--accent',
    'blue',
    '--yes',
  ]
  succeed({ folder }, process.execPath, creator, 'desk', ...choices)
  return { starter, project: { folder: path.join(folder, 'desk') } }
}

test(
  'a project made from the starter, renamed, cut down and extended, takes two later releases',
  () => {
    const { starter, project } = makeProject()
    expect(succeed(project, 'git', 'log', '--format=%s')).toBe(
      'Acme Desk, from release 0.1.0 of the starter\n',
    )
    expect(succeed(project, 'git', 'status', '--porcelain')).toBe('')
    expect(readdirSync(path.join(project.folder, 'src/features'))).not.toContain('chat')
    const vendored = () => readdirSync(path.join(project.folder, 'vendor/@plinth')).toSorted()
    expect(vendored()).toContain('core-0.1.0.tgz')
    expect(existsSync(path.join(project.folder, 'packages'))).toBe(false)
    succeedScript(project, 'check', '--all')

    // Of the languages that it began with, one goes later.
    succeedScript(project, 'remove:language', 'pt')
    commit(project, 'Without Portuguese')
    const languages = () => new Set(readdirSync(path.join(project.folder, 'src/features/posts/locales')))
    expect(languages()).toEqual(new Set(['de.json', 'en.json']))

    // The project's own work: a feature, a column of posts, edits of nine files.
    succeedScript(
      project,
      'new:feature',
      ...['supply-boxes', 'label:text', 'price:money(EUR)', '--de', 'Vorratskiste/Vorratskisten/f'],
    )
    edit(project, tableOf('posts'), [lastColumn, `    priority: text('priority'),\n`])
    succeedScript(project, 'db:generate', '--name', 'own_work')
    edit(project, 'src/features/posts/locales/de.json', ['"Beiträge"', '"Unsere Beiträge"'])
    edit(project, 'README.md', [/^# .*$/m, '# Acme Desk, our help desk'])
    const commented = [
      ...['src/router.tsx', 'src/components/page.tsx', 'src/lib/cn.ts', 'src/shell/guard-routes.ts'],
      ...['src/features/todos/ui/todos-page.tsx', 'src/shell/dashboard-home.tsx', 'src/server.ts'],
    ]
    for (const file of commented) edit(project, file, [/$/, '\n// Ours.\n'])
    commit(project, 'Our own work')

    const released = migrationsOf(starter)
    // A release with a column, a change of rows, texts, and edits of files that the project edited too.
    edit(starter, tableOf('posts'), [firstColumn, `    mood: text('mood').notNull().default(''),\n`])
    edit(starter, tableOf('chat'), [firstColumn, `    flavor: text('flavor'),\n`])
    succeedScript(starter, 'db:generate', '--name', 'moods')
    const rows = [
      `UPDATE "post" SET "mood" = 'calm';--> statement-breakpoint`,
      `UPDATE "chat_thread" SET "flavor" = 'mild';`,
    ]
    edit(starter, migrationOf(starter, 'moods'), [/$/, `--> statement-breakpoint\n${rows.join('\n')}\n`])
    for (const file of commented.slice(0, 4))
      edit(starter, file, [/^/, '// The starter changed this file.\n'])
    for (const [code, title] of [
      ['es', 'Publicaciones'],
      ['pt', 'Publicações'],
    ] as const)
      edit(starter, `src/features/posts/locales/${code}.json`, [`"${title}"`, `"${title} nuevas"`])
    edit(starter, 'package.json', [/( {4}"rename": )/, '    "hello": "node --version",\n$1'])
    release(starter, '0.2.0', 'Posts have a mood.')

    expect(script(project, 'upgrade', 'nowhere.tgz').output).toContain('nowhere.tgz is no file')
    const dry = succeedScript(project, 'upgrade', starter.folder, '--dry-run')
    expect(dry).toMatch(/^Release 0\.2\.0 changes \d+ files of this project, 0 with conflicts\.$/m)
    expect(succeed(project, 'git', 'branch')).toBe('* main\n')
    const output = succeedScript(project, 'upgrade', starter.folder)
    expect(output).toContain('- Posts have a mood.')
    expect(output).not.toContain('The first release')
    expect(vendored().filter((file) => !file.endsWith('-0.2.0.tgz'))).toEqual([])
    expect(read(project, 'node_modules/@plinth/core/package.json')).toContain('"version": "0.2.0"')
    expect(succeed(project, 'git', 'branch', '--show-current')).toBe('upgrade-0.2.0\n')
    const migrations = migrationsOf(project)
    expect(migrations.map((file) => file.slice(5))).toEqual([
      ...released.map((file) => file.slice(5)),
      ...['remove_features.sql', 'create_supply_box.sql', 'own_work.sql', 'starter_0_2_0.sql'],
    ])
    expect(migrations.map((file) => Number(file.slice(0, 4)))).toEqual([...migrations.keys()])
    expect(read(project, migrationOf(project, 'starter_0_2_0'))).toBe(
      `ALTER TABLE "post" ADD COLUMN "mood" text DEFAULT '' NOT NULL;--> statement-breakpoint\nUPDATE "post" SET "mood" = 'calm';\n`,
    )
    expect(JSON.parse(read(project, 'package.json'))).toMatchObject({
      name: 'acme-desk',
      version: '0.1.0',
      scripts: { hello: 'node --version' },
    })
    expect(existsSync(path.join(project.folder, 'src/features/chat'))).toBe(false)
    expect(languages()).toEqual(new Set(['de.json', 'en.json']))
    expect(read(project, 'src/brand.ts')).toContain('hue: 255,')
    expect(existsSync(path.join(project.folder, 'workshop'))).toBe(false)

    // A release that changes a line that the project changed, and one beside it.
    edit(starter, 'workshop/project/README.md', [/^# .*$/m, '# Plinth, a starter'])
    edit(starter, 'src/features/posts/locales/de.json', ['"Beiträge"', '"Alle Beiträge"'])
    edit(starter, 'src/brand.ts', [/^\/\*\* What the product is called\..*$/m, '/** The name. */'])
    release(starter, '0.3.0', 'Other words.')
    const stopped = script(project, 'upgrade', starter.folder)
    expect([stopped.code, stopped.output]).toEqual([1, expect.stringContaining('2 files in conflict')])
    expect(script(project, 'upgrade', '--continue').output).toContain('still in conflict')
    for (const file of ['README.md', 'src/features/posts/locales/de.json'])
      succeed(project, 'git', 'checkout', '--quiet', '--ours', file)
    succeed(project, 'git', 'add', '--all')
    succeedScript(project, 'upgrade', '--continue')
    expect(read(project, 'src/brand.ts')).toContain('/** The name. */')
    expect(read(project, 'src/brand.ts')).toContain(`name: 'Acme Desk'`)
    expect(read(project, 'README.md')).toMatch(/^# Acme Desk, our help desk$/m)
    expect(read(project, '.plinth/base.json')).toContain('"version": "0.3.0"')
    expect(succeed(project, 'git', 'status', '--porcelain')).toBe('')
    succeedScript(project, 'check', '--all')
    // On a database to which every migration was applied.
    succeed(project, process.execPath, 'scripts/run.mjs', ...vitest, 'src/features/posts/server')
  },
  FORK_MS,
)

const vitest = ['node_modules/vitest/vitest.mjs', 'run']

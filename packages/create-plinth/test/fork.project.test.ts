import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import {
  commit,
  createProject,
  edit,
  read,
  releaseStarter,
  script,
  succeed,
  succeedScript,
  type Repository,
} from './made-project.ts'

// It installs, checks and tests a project, which takes six minutes beside other tests.
const FORK_MS = 900_000

const migrationsOf = ({ folder }: Repository) =>
  readdirSync(path.join(folder, 'drizzle'))
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
const migrationOf = (repository: Repository, name: string) =>
  `drizzle/${migrationsOf(repository).find((file) => file.endsWith(`_${name}.sql`))}`

const tableOf = (feature: string) => `src/features/${feature}/server/${feature}.table.server.ts`
const firstColumn = /(?<=pgTable\(\s*'\w+',\s*\{\n)/
const lastColumn = /(?<=pgTable\([^]*?,\n)(?= {2}\}[,)])/

function release(starter: Repository, version: string, notes: string): void {
  edit(starter, 'CHANGELOG.md', ['## Unreleased\n', `## Unreleased\n\n- ${notes}\n`])
  commit(starter, notes)
  succeed(starter, process.execPath, 'scripts/run.mjs', 'workshop/release.ts', version)
}

test(
  'a project made from the starter, renamed, cut down and extended, takes two later releases',
  () => {
    const starter = releaseStarter()
    const project = createProject(
      starter,
      ...['--all', '--without', 'documents,chat,two-factor', '--languages', 'en,de,pt', '--accent', 'blue'],
    )
    expect(succeed(project, 'git', 'log', '--format=%s')).toBe(
      'Acme Desk, from release 0.1.0 of the starter\n',
    )
    expect(succeed(project, 'git', 'status', '--porcelain')).toBe('')
    expect(readdirSync(path.join(project.folder, 'src/features'))).not.toContain('chat')
    const vendored = () => readdirSync(path.join(project.folder, 'vendor/@plinth')).toSorted()
    expect(vendored()).toContain('core-0.1.0.tgz')
    expect(existsSync(path.join(project.folder, 'packages'))).toBe(false)
    succeedScript(project, 'check', '--all')
    expect(read(project, 'docs/security.md')).not.toMatch(/`(@plinth|packages)\/[^`]+\.test\.ts`/)

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
    vi.stubEnv('npm_config_registry', 'http://127.0.0.1:9/')
    vi.stubEnv('npm_config_fetch_retries', '0')
    expect(script(project, 'upgrade').output).toContain('Name one: npm run upgrade -- RELEASE')
    vi.unstubAllEnvs()
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
      ...['start.sql', 'create_supply_box.sql', 'own_work.sql', 'starter_0_2_0.sql'],
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
      expect(read(project, file)).toMatch(/^<<<<<<< HEAD$[^]*^>>>>>>> release-0\.3\.0$/m)
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

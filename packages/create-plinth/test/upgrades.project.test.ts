import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_MS } from '@plinth/testing/programs/project-copy.ts'
import { mutate, query } from '@plinth/testing/http/trpc-client.ts'
import { signedInClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { connectEmbedded } from '@plinth/testing/servers/embedded-database.ts'
import { edit, publishedStarter, read, readJson } from './published-starter.ts'

// It makes a project, builds it three times and checks it, which takes ten minutes beside other tests.

const tableOf = (feature: string) => `src/features/${feature}/server/${feature}.table.server.ts`
const ofInstallation = 'packages/core/src/storage/installation.table.server.ts'
const readinessOf = 'packages/core/src/app/server/readiness.server.ts'
const rowsOf = 'packages/core/src/rows/list-rows.server.ts'
const germanPosts = 'src/features/posts/locales/de.json'
const firstColumn = /(?<=pgTable\(\s*'\w+',\s*\{\n)/
const lastColumn = /(?<=pgTable\([^]*?,\n)(?= {2}\}[,)])/
const commented = [
  ...['src/router.tsx', 'src/components/page.tsx', 'src/lib/cn.ts', 'src/shell/guard-routes.ts'],
  ...['src/features/todos/ui/todos-page.tsx', 'src/shell/dashboard-home.tsx', 'src/server.ts'],
]
const labels = ['Oak', 'Pine', 'Teak']

const migrationsOf = (folder: string) =>
  readdirSync(path.join(folder, 'drizzle'))
    .filter((file) => file.endsWith('.sql'))
    .toSorted()

function migrationOf(folder: string, name: string): string {
  const file = migrationsOf(folder).find((one) => one.endsWith(`_${name}.sql`))
  return `drizzle/${file}`
}

/** The titles of all rows that a search finds. */
async function found(client: HttpClient, feature: string, search: string): Promise<string[]> {
  const { status, data } = await query(client, `${feature}.list`, { search, limit: 100 })
  expect(status, feature).toBe(200)
  const { items } = data as { items: { label?: string; title?: string }[] }
  return items.map(({ label, title }) => label ?? title ?? '').toSorted()
}

test(
  'a project that renamed, removed, added, generated, ejected and edited takes two later releases with its rows',
  async () => {
    const all = await publishedStarter()
    const { starter, registry, run, fails, inStarter, commit, release, whileRunning } = all
    const publishFirst = await release('0.1.0', 'The first release.')
    publishFirst()
    const { folder: desk } = await all.create(
      ...(['desk', '0.1.0', '--name', 'Acme Desk', '--languages', 'en,de,pt', '--accent', 'blue'] as const),
    )
    const own = async (name: string, ...args: string[]) => {
      await run(desk, 'npm', 'run', name, '--', ...args)
      await commit(desk, [name, ...args].join(' '))
    }
    let password = ''
    const whileUsed = (use: (ada: HttpClient, url: string) => Promise<void>) =>
      whileRunning(desk, ['npm', 'start'], async (url, output) => {
        password ||= /Password +(\S+)/.exec(output)?.[1] ?? ''
        await use(await signedInClient(url, { email: 'ada@example.com', password }), url)
      })
    async function inDatabase(statement: string) {
      const database = await connectEmbedded(path.join(desk, '.data'))
      const { rows } = await database.query(statement)
      await database.end()
      return rows as unknown[]
    }

    // What its owner does to it.
    await own('rename', 'North Harbor')
    await own('remove', 'passkeys')
    await own('add', 'todos')
    await own('remove:language', 'pt')
    await own('new:feature', 'supply-boxes', 'label:text', '--de', 'Vorratskiste/Vorratskisten/f')
    await own('new:feature', 'crates', 'title:text')
    await whileUsed(async (ada) => {
      for (const label of labels)
        expect((await mutate(ada, 'supplyBoxes.create', { label })).status).toBe(200)
      expect((await mutate(ada, 'crates.create', { title: 'Big' })).status).toBe(200)
      for (const feature of ['posts', 'supplyBoxes', 'crates'])
        expect(await found(ada, feature, '*')).toEqual([])
      expect(await found(ada, 'supplyBoxes', 'pine')).toEqual(['Pine'])
    })
    await own('add:field', 'supply-boxes', 'origin:text?')
    edit(desk, tableOf('posts'), [lastColumn, `    priority: text('priority'),\n`])
    await run(desk, 'npm', 'run', 'db:generate', '--', '--name', 'own_work')
    edit(desk, germanPosts, ['"Beiträge"', '"Unsere Beiträge"'])
    edit(desk, 'README.md', [/^# .*$/m, '# North Harbor, our help desk'])
    edit(desk, '.editorconfig', [/$/, '\n# Ours.\n'])
    for (const file of commented) edit(desk, file, [/$/, '\n// Ours.\n'])
    await commit(desk, 'Our own work')

    // A release changes core, and what the project edited, removed and added; it has one more feature.
    const named = ['--de', 'Notiz/Notizen/f', '--es', 'nota/notas/f', '--pt', 'nota/notas/f']
    await inStarter('new:feature', 'notes', 'title:text', ...named)
    // A release has all texts in all of its languages.
    for (const one of ['de', 'es', 'pt'])
      edit(starter, `src/features/notes/locales/${one}.json`, [': null', ': "Título"'])
    const listed = { name: 'notes', group: 'Content', comes: 'on request', about: 'Notes.' }
    edit(starter, '.plinth/features.json', [/\n\]\s*$/, `,\n  ${JSON.stringify(listed)}\n]\n`])
    edit(starter, ofInstallation, [firstColumn, `    mood: text('mood').notNull().default(''),\n`])
    mkdirSync(path.join(starter, 'packages/core/data'))
    const cheer = `update "installation" set "mood" = 'cheerful';`
    writeFileSync(path.join(starter, 'packages/core/data/0001_cheer.sql'), `${cheer}\n`)
    edit(starter, rowsOf, [
      'const { cursor, limit, search, sort = NEWEST_FIRST } = input',
      `const { cursor, limit, sort = NEWEST_FIRST } = input\n  const search = input.search === '*' ? undefined : input.search`,
    ])
    edit(starter, tableOf('posts'), [firstColumn, `    mood: text('mood').notNull().default(''),\n`])
    edit(starter, tableOf('passkeys'), [firstColumn, `    flavor: text('flavor'),\n`])
    edit(starter, tableOf('todos'), [firstColumn, `    color: text('color'),\n`])
    await inStarter('db:generate', '--name', 'moods')
    const calm = `UPDATE "post" SET "mood" = 'calm';`
    const rows = [calm, `UPDATE "passkey" SET "flavor" = 'mild';`]
    edit(starter, migrationOf(starter, 'moods'), [
      /$/,
      `--> statement-breakpoint\n${rows.join('\n--> statement-breakpoint\n')}\n`,
    ])
    for (const file of commented.slice(0, 5))
      edit(starter, file, [/^/, '// The starter changed this file.\n'])
    edit(starter, 'package.json', [/( {4}"rename": )/, '    "hello": "node --version",\n$1'])
    const template = 'packages/cli/src/feature/template/index.ts.template'
    edit(starter, template, [/^/, '// What other features see.\n'])
    const publishSecond = await release('0.2.0', 'Posts have a mood.')

    const upgrade = ['npm', 'run', 'upgrade', '--']
    expect(await fails(desk, [...upgrade, 'nowhere.tgz'])).toContain('nowhere.tgz is no file')
    const offline = { npm_config_registry: 'http://127.0.0.1:9/', npm_config_fetch_retries: '0' }
    expect(await fails(desk, upgrade, offline)).toContain('Name one: npm run upgrade -- RELEASE')
    expect(await run(desk, ...upgrade)).toContain('It is the newest, and this project is at 0.1.0.')
    expect(await run(desk, ...upgrade, starter, '--dry-run')).toMatch(
      /^Release 0\.2\.0 changes \d+ files of this project, 0 with conflicts\.$/m,
    )
    expect(await run(desk, 'git', 'branch')).toBe('* main\n')
    const second = await run(desk, ...upgrade, starter)
    expect(second).toContain(`Release 0.2.0, from ${starter}.`)
    expect(second).toContain('- Posts have a mood.')
    expect(second).not.toContain('The first release')
    expect(second).toContain('New features, which npm run add brings: notes.')
    expect(await run(desk, 'git', 'branch', '--show-current')).toBe('upgrade-0.2.0\n')
    expect(await run(desk, 'git', 'status', '--porcelain')).toBe('')
    expect(readdirSync(path.join(desk, 'vendor/@plinth'))).toContain('core-0.2.0.tgz')
    expect(readJson(desk, 'node_modules/@plinth/core/package.json')).toMatchObject({ version: '0.2.0' })
    expect(migrationsOf(desk).map((file) => file.slice(5))).toEqual([
      ...['start.sql', 'remove_passkeys.sql', 'add_todos.sql', 'create_supply_box.sql', 'create_crate.sql'],
      ...['supply_box_add_origin.sql', 'own_work.sql', 'starter_0_2_0.sql'],
    ])
    const carried = read(desk, migrationOf(desk, 'starter_0_2_0')).split('--> statement-breakpoint\n')
    expect(carried.map((statement) => statement.trim()).toSorted()).toEqual([
      `-- 0001_cheer of core\n${cheer}`,
      `ALTER TABLE "installation" ADD COLUMN "mood" text DEFAULT '' NOT NULL;`,
      `ALTER TABLE "post" ADD COLUMN "mood" text DEFAULT '' NOT NULL;`,
      `ALTER TABLE "todo" ADD COLUMN "color" text;`,
      calm,
    ])
    expect(readJson(desk, 'package.json')).toMatchObject({
      name: 'north-harbor',
      scripts: { hello: 'node --version' },
    })
    for (const absent of ['packages', 'workshop', 'src/features/passkeys', 'src/features/notes'])
      expect(existsSync(path.join(desk, absent)), absent).toBe(false)
    expect(readdirSync(path.join(desk, 'src/features/posts/locales'))).toEqual(['de.json', 'en.json'])
    expect(read(desk, 'src/brand.ts')).toContain('hue: 255,')
    for (const file of commented.slice(0, 5))
      expect(read(desk, file)).toMatch(/^\/\/ The starter changed this file\.\n[^]*\n\/\/ Ours\.\n$/)

    // One change in core is seen in three features that nobody touched, with the rows from before.
    await whileUsed(async (ada) => {
      expect(await found(ada, 'supplyBoxes', '*')).toEqual(labels)
      expect(await found(ada, 'crates', '*')).toEqual(['Big'])
      expect(await found(ada, 'posts', '*')).not.toEqual([])
      expect(await inDatabase('select distinct mood from installation')).toEqual([{ mood: 'cheerful' }])
      expect(await inDatabase('select distinct mood from post')).toEqual([{ mood: 'calm' }])
    })

    // Without the commits that record the release.
    await run(desk, 'git', 'switch', '--quiet', 'main')
    await run(desk, 'git', 'merge', '--squash', '--quiet', 'upgrade-0.2.0')
    await commit(desk, 'Release 0.2.0')
    // What the owner takes over, no release reaches any more.
    await run(desk, 'npx', 'plinth', 'eject', 'core/app')
    edit(desk, readinessOf, ["status: 'ready'", "status: 'all set'"])
    await commit(desk, 'Our core')
    await run(desk, 'npx', 'plinth', 'eject', 'testing')
    await commit(desk, 'Our tests')

    // A release that changes and deletes what the project changed, and core.
    edit(starter, 'workshop/project/README.md', [/^# .*$/m, '# Plinth, a starter'])
    edit(starter, germanPosts, ['"Beiträge"', '"Alle Beiträge"'])
    edit(starter, 'src/brand.ts', [/^\/\*\* What the product is called\..*$/m, '/** The name. */'])
    rmSync(path.join(starter, '.editorconfig'))
    edit(starter, ofInstallation, [firstColumn, `    rank: text('rank'),\n`])
    writeFileSync(
      path.join(starter, 'packages/core/data/0002_rank.sql'),
      `update "installation" set "rank" = 'first';\n`,
    )
    edit(starter, readinessOf, ["status: 'ready'", "status: 'there'"])
    await inStarter('db:generate', '--name', 'ranks')
    const publishThird = await release('0.3.0', 'Other words.')
    publishSecond()
    publishThird()

    const third = await fails(desk, upgrade)
    expect(third).toContain(`Release 0.3.0, from create-plinth on ${registry.url}`)
    expect(third).toContain('3 files in conflict')
    expect(third).toMatch(/^ {2}\.editorconfig \(changed here, and deleted by the release: .*\)$/m)
    expect(third).toContain(
      "packages/core is this project's: what the release changes there does not reach it.",
    )
    const [, diff = ''] = /To see it: (npm diff .*core@0\.3\.0.*)/.exec(third) ?? []
    expect(await run(desk, ...diff.split(' '))).toMatch(/^\+.*status: 'there'/m)
    expect(await fails(desk, [...upgrade, '--continue'])).toContain('still in conflict')
    for (const file of ['README.md', germanPosts]) {
      expect(read(desk, file)).toMatch(/^<<<<<<< HEAD$[^]*^>>>>>>> release-0\.3\.0$/m)
      await run(desk, 'git', 'checkout', '--quiet', '--ours', file)
    }
    await run(desk, 'git', 'add', '--all')
    await run(desk, ...upgrade, '--continue')
    expect(await run(desk, 'git', 'status', '--porcelain')).toBe('')
    expect(await run(desk, ...upgrade)).toContain('It is the newest, and this project is at 0.3.0.')
    expect(read(desk, 'src/brand.ts')).toMatch(/\/\*\* The name\. \*\/[^]*name: 'North Harbor'/)
    expect(read(desk, 'README.md')).toMatch(/^# North Harbor, our help desk$/m)
    expect(readJson(desk, '.plinth/base.json')).toMatchObject({
      version: '0.3.0',
      data: 1,
      ejected: ['core', 'testing'],
    })
    expect(readJson(desk, 'package.json')).toMatchObject({
      dependencies: { '@plinth/cli': '0.3.0', '@plinth/core': '0.3.0' },
    })
    expect(existsSync(path.join(desk, 'node_modules/@plinth/cli/node_modules'))).toBe(false)
    expect(existsSync(path.join(desk, 'vendor'))).toBe(false)
    expect(migrationsOf(desk).some((file) => file.includes('starter_0_3_0'))).toBe(false)
    await run(desk, 'npm', 'run', 'check', '--', '--all')
    await run(
      desk,
      'npm',
      'test',
      '--',
      ...['posts', 'todos', 'supply-boxes', 'crates'].map((name) => `src/features/${name}/server`),
    )
    await whileUsed(async (ada, url) => {
      expect(await found(ada, 'supplyBoxes', '*')).toEqual(labels)
      expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'all set' })
    })
    await own('new:feature', 'shelves', 'title:text')
    expect(read(desk, 'src/features/shelves/index.ts')).toMatch(/^\/\/ What other features see\.$/m)
  },
  PROJECT_MS,
)

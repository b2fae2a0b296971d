import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { settingNames } from '@plinth/core/internal/app/registry/settings.server.ts'
import { checkDependencies, isBelow } from './dependencies.ts'
import { checkDocs } from './docs.ts'
import { checkEnvExample } from './env-example.ts'
import { readImportGraph } from './import-graph.ts'
import { chooseLint } from './lint.ts'
import { bill } from './sbom.ts'
import { checkMigrations, migrationInputs } from './migrations.ts'
import { importsFromWorkshop } from './rooms.ts'
import { coreOrder } from '../lint-rules.mjs'
import { folderWith } from '@plinth/testing/programs/folder-with.ts'

test('docs: names of files, folders, patterns and scripts that do not exist are reported with their line', () => {
  const project = {
    'package.json': { scripts: { start: 'x', 'db:generate': 'x' } },
    'src/features/things/server/things.table.server.ts': '',
    'packages/box/src/lid.ts': '',
    'packages/box/README.md': 'The lid is `src/lid.ts`.',
  }
  const right =
    'Read `src/features/things`, `things.table.server.ts`, `x.table.server.ts` or `#/features/things/server/things.table.server.ts`. Run `npm start` or `npm run db:generate -- --name x`; `.env`, `dist/server` and `.data/files` come later, `verb(ctx, input)` is code.'
  expect(checkDocs(folderWith({ ...project, 'README.md': right }))).toEqual([])
  const wrong =
    '`src/features/things/gone.ts` `gone.server.ts`\n`src/**/*.functions.ts` [the guide](docs/guide.md#top) `npm run biuld`'
  expect(checkDocs(folderWith({ ...project, 'README.md': wrong }))).toEqual([
    expect.stringContaining('README.md:1 names src/features/things/gone.ts'),
    expect.stringContaining('README.md:1 names gone.server.ts'),
    expect.stringContaining('README.md:2 names src/**/*.functions.ts'),
    expect.stringContaining('README.md:2 names docs/guide.md'),
    expect.stringContaining('README.md:2 names npm run biuld'),
  ])
  const record = { 'docs/decisions/001-a.md': 'In `packages/gone/index.ts`.' }
  expect(checkDocs(folderWith({ ...project, ...record }))).toHaveLength(1)
  const base = { '.plinth/base.json': { version: '0.1.0' } }
  expect(checkDocs(folderWith({ ...project, ...record, ...base }))).toEqual([])
  const other = { 'README.md': 'The lid is `packages/lid/src/lid.ts`, the box `packages/box/src/gone.ts`.' }
  const ejected = { '.plinth/base.json': { ejected: ['box'] } }
  expect(checkDocs(folderWith({ ...project, ...other, ...ejected }))).toEqual([
    expect.stringContaining('README.md:1 names packages/box/src/gone.ts'),
  ])
})

test('sbom: every package of the running application is listed once, with license and digest', () => {
  const integrity = `sha512-${Buffer.from('digest').toString('base64')}`
  const root = folderWith({
    'package.json': { name: 'product', version: '1.2.3' },
    'package-lock.json': {
      packages: {
        '': { version: '1.2.3' },
        'packages/box': { version: '0.1.0' },
        'node_modules/box': { link: true },
        'node_modules/zod': { version: '4.6.7', license: 'MIT', integrity },
        'node_modules/a/node_modules/zod': { version: '4.6.7', license: 'MIT', integrity },
        'node_modules/@img/x': { version: '1.0.0', license: 'MIT AND LGPL-3.0-or-later' },
        'node_modules/vite': { version: '8.3.8', dev: true },
      },
    },
  })
  const hashes = [{ alg: 'SHA-512', content: Buffer.from('digest').toString('hex') }]
  const licenses = [{ license: { id: 'MIT' } }]
  expect(bill(root)).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'product', version: '1.2.3' } },
    components: [
      { name: 'zod', version: '4.6.7', purl: 'pkg:npm/zod@4.6.7', licenses, hashes },
      {
        name: '@img/x',
        purl: 'pkg:npm/%40img/x@1.0.0',
        licenses: [{ expression: 'MIT AND LGPL-3.0-or-later' }],
      },
    ],
  })
})

test('.env.example: a missing setting, an unknown one and a duplicate are reported', () => {
  const whole = settingNames()
    .map((name) => `# What it is for\n${name}=`)
    .join('\n')
  const check = (text: string) => checkEnvExample(folderWith({ '.env.example': text }))
  expect(check(whole)).toEqual([])
  expect(check(whole.replace('PORT=', ''))).toEqual([expect.stringContaining('lacks PORT')])
  expect(check(`${whole}\nPROT=\n`)).toEqual([expect.stringContaining('PROT, which nothing reads')])
  expect(check(`${whole}\n# PORT=3000\n`)).toEqual([expect.stringContaining('PORT twice')])
})

test('dependencies: versions below a floor, forbidden packages and licenses and inexact versions are reported', () => {
  const check = (installed: Record<string, object>, zod = '4.6.7', lockedZod = zod) =>
    checkDependencies(
      folderWith({
        'package.json': { dependencies: { zod } },
        'package-lock.json': { packages: { '': { dependencies: { zod: lockedZod } }, ...installed } },
        'security/floors.json': {
          floors: { seroval: { min: '1.4.2', why: 'CVE-1' } },
          forbidden: { 'react-server-dom-*': 'CVE-2' },
        },
        'security/licenses.json': {
          allowed: ['MIT', 'ISC'],
          exceptions: { '@img/*': { license: 'LGPL-3.0-or-later', why: 'a shared library' } },
        },
      }),
    )
  const nested = 'node_modules/a/node_modules/seroval'
  const license = 'MIT'
  expect(
    check({
      'node_modules/seroval': { version: '1.4.2', license },
      [nested]: { version: '1.3.9', dev: true },
    }),
  ).toEqual([])
  expect(check({ [nested]: { version: '1.4.1', license } })).toEqual(['seroval 1.4.1 is below 1.4.2: CVE-1'])
  expect(check({ 'node_modules/react-server-dom-webpack': { version: '99.0.0', license } })).toHaveLength(1)
  for (const allowed of ['ISC', '(GPL-3.0 OR MIT)', 'ISC AND MIT'])
    expect(check({ 'node_modules/a': { version: '1.0.0', license: allowed } }), allowed).toEqual([])
  for (const refused of ['GPL-3.0', 'MIT AND GPL-3.0', 'LGPL-3.0-or-later', undefined])
    expect(check({ 'node_modules/a': { version: '1.0.0', license: refused } }), refused).toHaveLength(1)
  expect(
    check({ 'node_modules/@img/x': { version: '1.0.0', license: 'MIT AND LGPL-3.0-or-later' } }),
  ).toEqual([])
  for (const version of ['^4.6.7', 'latest']) expect(check({}, version), version).toHaveLength(1)
  expect(check({}, '4.6.7', '4.6.6')).toEqual([expect.stringContaining('4.6.6')])
  const ascending = ['1.9.9', '1.10.0-alpha', '1.10.0-alpha.1', '1.10.0-beta.2', '1.10.0-beta.11', '1.10.0']
  expect(ascending.toSorted((one, other) => (isBelow(one, other) ? -1 : 1))).toEqual(ascending)
})

const project = {
  '.oxlintrc.json': '{}',
  'packages/cli/src/lint-rules.mjs': '',
  'tsconfig.json': {},
  'package-lock.json': {},
  'src/lib/units.ts': 'export const KILO = 1000',
  'src/features/scales/scales.table.server.ts':
    "import { KILO } from '#/lib/units.ts'\nexport const scales = KILO",
  'src/features/scales/index.server.ts': "export { scales } from './scales.table.server.ts'",
  'src/app/scale-page.tsx':
    "import { scales } from '#/features/scales/index.server.ts'\nexport const page = scales",
  'src/app/other-page.tsx': 'export const other = 1',
  'drizzle/0000_first.sql': '',
}

test('lint: changed and failed files and their importers, also through an index; all files after a rule change', () => {
  const root = folderWith(project)
  const choose = () => chooseLint(root, readImportGraph(root), path.join(root, '.cache'))
  const asked = () => choose().files?.toSorted()
  const all = Object.keys(project).filter((file) => /\.(ts|tsx|mjs)$/.test(file))
  expect(asked()).toEqual(all.toSorted())
  choose().remember(true)
  expect(asked()).toEqual([])

  writeFileSync(path.join(root, 'src/features/scales/scales.table.server.ts'), 'export const scales = 2')
  const reached = all.filter((file) => file.includes('scale')).toSorted()
  expect(asked()).toEqual(reached)
  choose().remember(false)
  expect(asked()).toEqual(reached)
  choose().remember(true)
  expect(asked()).toEqual([])

  writeFileSync(path.join(root, '.oxlintrc.json'), '{ }')
  expect(asked()).toEqual(all.toSorted())
})

test('migrations: tables, what they import, and the migrations themselves are checked again; nothing else', () => {
  const root = folderWith(project)
  const inputs = () => migrationInputs(root, readImportGraph(root))
  const before = inputs()
  writeFileSync(path.join(root, 'src/app/other-page.tsx'), 'export const other = 2')
  expect(inputs()).toBe(before)
  writeFileSync(path.join(root, 'src/lib/units.ts'), 'export const KILO = 1024')
  const after = inputs()
  expect(after).not.toBe(before)
  writeFileSync(path.join(root, 'drizzle/0000_first.sql'), 'select 1')
  expect(inputs()).not.toBe(after)
})

test('migrations: one that the journal lists and that has no file is named', async () => {
  const journal = {
    entries: [
      { tag: '0000_start', when: 1 },
      { tag: '0001_more', when: 2 },
    ],
  }
  const root = folderWith({ 'drizzle/meta/_journal.json': journal, 'drizzle/0000_start.sql': '' })
  expect(await checkMigrations(root, async () => '')).toContain('drizzle/0001_more.sql is missing')
})

test('migrations: an answer other than that nothing changed is a problem, by the check and the command', async () => {
  const root = folderWith({
    'drizzle/meta/_journal.json': { entries: [{ tag: '0000_start', when: 1 }] },
    'drizzle/0000_start.sql': '',
    'node_modules/drizzle-kit/bin.cjs': 'console.log(process.env.SAYS)',
    'src/brand.ts': "export const brand = { name: 'Desk' }",
    'src/languages.ts': "export const languages = ['en']",
    'package.json': { type: 'module' },
  })
  const asks = 'Error: Interactive prompts require a TTY terminal'
  const check = (says: string) =>
    checkMigrations(root, async (_, expected = '') => (says.includes(expected) ? '' : says))
  const generate = (says: string) =>
    spawnSync(process.execPath, [path.resolve('packages/cli/src/db/generate.ts')], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, SAYS: says },
    })
  const unchanged = 'No schema changes, nothing to migrate'
  expect(await check(unchanged)).toBe('')
  expect(generate(unchanged)).toMatchObject({ status: 0, stderr: '' })
  expect(await check(asks)).toBe(`${asks}\nIf a table has changed, in a terminal: npm run db:generate`)
  const { status, stderr } = generate(asks)
  expect(status).toBe(1)
  expect(stderr).toContain('in a terminal: npm run db:generate')
})

test('rooms: what imports from the workshop is reported, except the workshop', () => {
  const root = folderWith({
    'workshop/bench/load.ts': "import { table } from './report.ts'",
    'workshop/bench/report.ts': '',
    'src/lib/show.ts': "import { table } from '../../workshop/bench/report.ts'",
  })
  expect(importsFromWorkshop(root)).toEqual([
    'src/lib/show.ts imports workshop/bench/report.ts, which a project does not have',
  ])
})

const readme = path.resolve('packages/core/README.md')

test.runIf(existsSync(readme))('the README of core lists its modules in the order of the linter', () => {
  const [, text = ''] = readFileSync(readme, 'utf8').split('## Modules')
  expect([...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, module]) => module)).toEqual(coreOrder)
})

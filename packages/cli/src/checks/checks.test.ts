import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readImportGraph } from './import-graph.ts'
import { chooseLint } from './lint.ts'
import { bill } from './sbom.ts'
import { checkMigrations, migrationInputs } from './migrations.ts'
import { coreOrder } from '../lint-rules.mjs'
import { folderWith } from '@plinth/testing/programs/folder-with.ts'

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

const readme = path.resolve('packages/core/README.md')

test.runIf(existsSync(readme))('the README of core lists its modules in the order of the linter', () => {
  const [, text = ''] = readFileSync(readme, 'utf8').split('## Modules')
  expect([...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, module]) => module)).toEqual(coreOrder)
})

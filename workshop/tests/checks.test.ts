import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { settingNames } from '@plinth/core/internal/app/registry/settings.server.ts'
import { folderWith } from '@plinth/testing/programs/folder-with.ts'
import { checkAsvs, writeAsvs } from '../checks/asvs.ts'
import { checkDependencies, isBelow } from '../checks/dependencies.ts'
import { checkDocs } from '../checks/docs.ts'
import { checkEnvExample } from '../checks/env-example.ts'
import { checkRegexes } from '../checks/regexes/regexes.ts'
import { importsFromWorkshop } from '../checks/rooms.ts'

test('asvs: a proof that does not exist and a stale document are reported', () => {
  const requirement = (by: readonly string[]) => ({ '1.1.1': { level: 1, what: 'something holds', by } })
  const project = (by: readonly string[], more: object = {}) =>
    folderWith({
      'workshop/checks/asvs.json': { ...requirement(by), ...more },
      'tests/a.test.ts': "test('it holds', () => {})",
      'tests/a.ts': '',
      'docs/security.md': '# Keys',
      'packages/cli/src/check.ts': "  types: () =>\n  'dead code': () =>",
      'workshop/checks.ts': '  terms: checkTerms,',
      '.oxlintrc.json': '{\n  "eqeqeq": "error"\n}',
    })
  const right = [
    'tests/a.test.ts',
    'tests/a.test.ts > it holds',
    'docs/security.md#Keys',
    'check:dead code',
    'check:terms',
  ]
  const root = project([...right, 'lint:eqeqeq'])
  expect(checkAsvs(root)).toEqual([expect.stringContaining('workshop/docs/asvs.md differs')])
  mkdirSync(path.join(root, 'workshop/docs'))
  writeAsvs(root)
  expect(checkAsvs(root)).toEqual([])
  for (const wrong of [
    'tests/b.test.ts',
    'tests/a.ts',
    'tests/a.test.ts > it breaks',
    'docs/security.md#Key',
    'check:code',
    'lint:eqeq',
    'src/features/bills/tests/a.test.ts',
  ])
    expect(checkAsvs(project([wrong])), wrong).toEqual([expect.stringContaining(`1.1.1 names ${wrong}: `)])
  const nothing = { '1.1.2': { level: 2, what: 'something else' } }
  const both = { '1.1.2': { level: 2, what: 'something else', by: right, none: 'there is none' } }
  for (const more of [nothing, both])
    expect(checkAsvs(project(right, more))).toEqual([expect.stringContaining('1.1.2 needs either')])
})

test('regular expressions that do not take linear time, or are built at run time, need a reviewed reason', async () => {
  const check = (...lines: string[]) => checkRegexes(folderWith({ 'src/a.ts': lines.join('\n') }))
  expect(
    await check(
      'export const a = /^[a-z]+$/',
      '// regex-reviewed: at most 20 characters',
      'export const b = /(a+)+$/',
      'export const c = new RegExp(String(b)) // regex-reviewed: a constant',
    ),
  ).toEqual([])
  expect(await check('', 'export const a = /(a+)+$/')).toEqual(['src/a.ts:2 /(a+)+$/ is exponential'])
  expect(await check('export const a = (b: string) => new RegExp(b)')).toHaveLength(1)
})

test('docs: names of files, folders, patterns and scripts that do not exist are reported with their line', () => {
  const project = {
    'package.json': { scripts: { start: 'x', 'db:generate': 'x' } },
    '.gitignore': 'dist/\n.data/\n.cache/\n.env\n',
    '.cache/types': '',
    'src/features/things/server/things.table.server.ts': '',
    'packages/box/src/lid.ts': '',
    'packages/box/README.md': 'The lid is `src/lid.ts`.',
  }
  const right =
    'Read `src/features/things`, `things.table.server.ts`, `x.table.server.ts` or `#/features/things/server/things.table.server.ts`. Run `npm start` or `npm run db:generate -- --name x`; `.env`, `dist/server`, `.cache/node` and `.data/files` come later, `verb(ctx, input)` is code.'
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
  const record = {
    'docs/decisions/001-a.md': 'In `src/gone/index.ts`; before in `src/gone`, by `npm run gone`.',
  }
  expect(checkDocs(folderWith({ ...project, ...record }))).toEqual([
    expect.stringContaining('001-a.md:1 names src/gone/index.ts'),
  ])
  const other = { 'README.md': 'The lid is `packages/lid/src/lid.ts`, the box `packages/box/src/gone.ts`.' }
  const ejected = { '.plinth/base.json': { ejected: ['box'] } }
  expect(checkDocs(folderWith({ ...project, ...other, ...ejected }))).toEqual([
    expect.stringContaining('README.md:1 names packages/box/src/gone.ts'),
  ])
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
        'workshop/checks/floors.json': {
          floors: { seroval: { min: '1.4.2', why: 'CVE-1' } },
          forbidden: { 'react-server-dom-*': 'CVE-2' },
        },
        'workshop/checks/licenses.json': {
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

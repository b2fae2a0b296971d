import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { settingNames } from '#/app/registry/settings.server.ts'
import { findCircles } from './circles.ts'
import { checkComments } from './comments.ts'
import { checkDependencies, isBelow } from './dependencies.ts'
import { checkDocs } from './docs.ts'
import { checkEnvExample } from './env-example.ts'
import { readImportGraph } from './import-graph.ts'
import { chooseLint } from './lint.ts'
import { migrationInputs } from './migrations.ts'
import { checkRegexes } from './regexes.ts'
import { coreOrder } from '../lint-rules.mjs'

function folderWith(files: Record<string, string | object>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-checks-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return folder
}

test('a comment wider than the limit is reported with its line', () => {
  const wide = 'x'.repeat(110)
  const project = folderWith({
    'src/a.ts': `// short\n  // ${wide}\nconst text = '${wide}'\n`,
    'build/b.ts': `/**\n * ${wide}\n */\n// oxlint-disable-next-line ${wide}\n`,
  })
  expect(checkComments(project).toSorted()).toEqual([
    expect.stringContaining('build/b.ts:2 '),
    expect.stringContaining('src/a.ts:2 '),
  ])
})

describe('docs', () => {
  const project = {
    'package.json': { scripts: { start: 'x', 'db:generate': 'x' } },
    'src/features/posts/server/posts.table.server.ts': '',
    'packages/box/src/lid.ts': '',
    'packages/box/README.md': 'The lid is `src/lid.ts`.',
    'docs/decisions/001-a-thing.md':
      'See [the table](../../src/features/posts/server/posts.table.server.ts) and [this](https://example.com/nowhere.ts).',
  }

  test('that name existing files, folders, patterns and scripts pass', () => {
    const text = [
      'Read `src/features/posts`, `src/features/posts/server/posts.table.server.ts`, `posts.table.server.ts` or `#/features/posts/server/posts.table.server.ts`.',
      'Tables are `x.table.server.ts` and `src/**/*.table.server.ts`; decisions are `docs/decisions/NNN-a-thing.md` [like this](docs/decisions/001-a-thing.md).',
      'Run `npm start` or `npm run db:generate -- --name x`; `npm ci` is no script. `.env`, `dist/server` and `.data/files` come later, `verb(ctx, input)` is code.',
    ]
    expect(checkDocs(folderWith({ ...project, 'README.md': text.join('\n') }))).toEqual([])
  })

  test.each([
    [
      'a file that is not there',
      '`src/features/posts/gone.ts`',
      'README.md:1 names src/features/posts/gone.ts',
    ],
    ['a name without a folder that no file has', 'see `gone.server.ts`', 'README.md:1 names gone.server.ts'],
    ['a pattern that nothing matches', '`src/**/*.functions.ts`', 'README.md:1 names src/**/*.functions.ts'],
    ['a folder that is not there', '\n`src/features/pots/`', 'README.md:2 names src/features/pots/'],
    ['a link that leads nowhere', '[the guide](docs/guide.md#top)', 'README.md:1 names docs/guide.md'],
    ['a script that is not there', '`npm run biuld`', 'README.md:1 names npm run biuld'],
    ['the script `test` that is not there', 'run npm test', 'README.md:1 names npm run test'],
  ])('with %s are reported with the line', (_, text, finding) => {
    expect(checkDocs(folderWith({ ...project, 'README.md': text }))).toEqual([
      expect.stringContaining(finding),
    ])
  })
})

describe('.env.example', () => {
  const whole = settingNames.map((name) => `# What it is for\n${name}=`).join('\n')

  test('with every setting once passes', () => {
    expect(checkEnvExample(folderWith({ '.env.example': whole }))).toEqual([])
  })

  test('is reported for a missing setting, an unknown one and a duplicate', () => {
    expect(checkEnvExample(folderWith({ '.env.example': whole.replace('PORT=', '') }))).toEqual([
      expect.stringContaining('lacks PORT'),
    ])
    expect(checkEnvExample(folderWith({ '.env.example': `${whole}\nPROT=\n` }))).toEqual([
      expect.stringContaining('PROT, which nothing reads'),
    ])
    expect(checkEnvExample(folderWith({ '.env.example': `${whole}\n# PORT=3000\n` }))).toEqual([
      expect.stringContaining('PORT twice'),
    ])
  })
})

describe('dependencies', () => {
  const floors = {
    floors: { seroval: { min: '1.4.2', why: 'CVE-1' } },
    forbidden: { 'react-server-dom-*': 'CVE-2' },
  }
  const project = (installed: Record<string, object>, zod = '4.6.7', lockedZod = zod) =>
    folderWith({
      'package.json': { dependencies: { zod } },
      'package-lock.json': { packages: { '': { dependencies: { zod: lockedZod } }, ...installed } },
      'security/floors.json': floors,
    })

  test('at or above their floor pass, and so do older development-only ones', () => {
    const installed = {
      'node_modules/seroval': { version: '1.4.2' },
      'node_modules/a/node_modules/seroval': { version: '1.3.9', dev: true },
    }
    expect(checkDependencies(project(installed))).toEqual([])
  })

  test('below a floor are reported wherever they are nested, with the reason', () => {
    const nested = { 'node_modules/a/node_modules/seroval': { version: '1.4.1' } }
    expect(checkDependencies(project(nested))).toEqual(['seroval 1.4.1 is below 1.4.2: CVE-1'])
  })

  test('that are forbidden are reported', () => {
    const forbidden = { 'node_modules/react-server-dom-webpack': { version: '99.0.0' } }
    expect(checkDependencies(project(forbidden))).toEqual([
      expect.stringContaining('react-server-dom-webpack is installed and forbidden: CVE-2'),
    ])
  })

  test('without an exact version, or with one that differs from the lockfile, are reported', () => {
    for (const version of ['^4.6.7', '4.6', 'latest', '*'])
      expect(checkDependencies(project({}, version)), version).toHaveLength(1)
    expect(checkDependencies(project({}, '4.6.7', '4.6.6'))).toEqual([expect.stringContaining('4.6.6')])
  })

  test('of a workspace follow the same rules', () => {
    const root = project({ 'packages/a': { dependencies: { pg: '8.23.0' } } })
    mkdirSync(path.join(root, 'packages/a'), { recursive: true })
    writeFileSync(path.join(root, 'packages/a/package.json'), '{"dependencies":{"pg":"8.23.1"}}')
    expect(checkDependencies(root)).toEqual([expect.stringContaining('8.23.0 pg, not 8.23.1')])
  })

  test('are ordered by semantic versioning', () => {
    const ascending = [
      '1.9.9',
      '1.10.0-alpha',
      '1.10.0-alpha.1',
      '1.10.0-beta.2',
      '1.10.0-beta.11',
      '1.10.0-rc.1',
      '1.10.0',
      '1.10.1',
      '2.0.0',
    ]
    for (const [at, version] of ascending.entries()) {
      for (const [otherAt, other] of ascending.entries())
        expect(isBelow(version, other), `${version} < ${other}`).toBe(at < otherAt)
    }
  })
})

describe('what is checked again after a change', () => {
  const files = {
    '.oxlintrc.json': '{}',
    'scripts/lint-rules.mjs': '',
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
  const inputsOf = (root: string) => migrationInputs(root, readImportGraph(root))

  test('the linter: changed and failed files and their importers, also through an index; all files after a rule change', () => {
    const root = folderWith(files)
    const choose = () => chooseLint(root, readImportGraph(root), path.join(root, '.cache'))
    const asked = () => choose().files?.toSorted()
    const all = Object.keys(files).filter((file) => /\.(ts|tsx|mjs)$/.test(file))
    expect(asked()).toEqual(all.toSorted())
    choose().remember(true)
    expect(asked()).toEqual([])

    writeFileSync(path.join(root, 'src/features/scales/scales.table.server.ts'), 'export const scales = 2')
    const reached = [
      'src/app/scale-page.tsx',
      'src/features/scales/index.server.ts',
      'src/features/scales/scales.table.server.ts',
    ]
    expect(asked()).toEqual(reached)
    choose().remember(false)
    expect(asked()).toEqual(reached)
    choose().remember(true)
    expect(asked()).toEqual([])

    writeFileSync(path.join(root, '.oxlintrc.json'), '{ }')
    expect(asked()).toEqual(all.toSorted())
    choose().remember(true)
    // As an interrupted check leaves it.
    writeFileSync(path.join(root, '.cache/lint.json'), '{"rules":"')
    expect(asked()).toEqual(all.toSorted())
  })

  test('the migrations: tables, what they import, and the migrations themselves; nothing else', () => {
    const root = folderWith(files)
    const before = inputsOf(root)
    writeFileSync(path.join(root, 'src/app/other-page.tsx'), 'export const other = 2')
    expect(inputsOf(root)).toBe(before)
    writeFileSync(path.join(root, 'src/lib/units.ts'), 'export const KILO = 1024')
    const after = inputsOf(root)
    expect(after).not.toBe(before)
    writeFileSync(path.join(root, 'drizzle/0000_first.sql'), 'select 1')
    expect(inputsOf(root)).not.toBe(after)
  })
})

describe('import cycles', () => {
  const circlesOf = (files: Record<string, string>) => findCircles(readImportGraph(folderWith(files)))

  test('are reported with their files, including type imports and imports through an index', () => {
    const files = {
      'src/a.ts': "import { b } from './b.ts'\nexport type A = typeof b",
      'src/b.ts': "export { c as b } from '#/c.ts'",
      'src/c.ts': "import type { A } from './a.ts'\nexport const c = 1 as A",
      'src/d.ts': "import './a.ts'",
      'src/pair-one.ts': "import './pair-two.ts'",
      'src/pair-two.ts': "import './pair-one.ts'\nimport './e.ts'",
      'src/e.ts': '',
    }
    expect(circlesOf(files)).toEqual([
      ['src/a.ts', 'src/b.ts', 'src/c.ts'],
      ['src/pair-one.ts', 'src/pair-two.ts'],
    ])
  })

  test('through a test or a generated file are ignored', () => {
    const files = {
      'src/a.ts': "import './tree.gen.ts'",
      'src/tree.gen.ts': "import './a.ts'\nimport './b.test.ts'",
      'src/b.test.ts': "import './tree.gen.ts'",
    }
    expect(circlesOf(files)).toEqual([])
  })
})

test('docs/architecture.md lists core in the order that the linter enforces', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../../docs/architecture.md'), 'utf8')
  const [, table = ''] = /## The core\n([\s\S]*?)\n## /.exec(text) ?? []
  expect([...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, module]) => module)).toEqual(coreOrder)
})

describe('regular expressions', () => {
  const check = (lines: readonly string[]) => {
    const root = folderWith({ 'src/a.ts': lines.join('\n') })
    return checkRegexes(root)
  }

  test('that take linear time, or have a reviewed reason, pass', async () => {
    const lines = [
      'export const a = /^[a-z]+$/',
      '// regex-reviewed: at most 20 characters',
      'export const b = /(a+)+$/',
      'export const c = new RegExp(String(b)) // regex-reviewed: a constant',
    ]
    expect(await check(lines)).toEqual([])
  })

  test('that take longer, or are built at run time without a reason, are reported', async () => {
    expect(await check(['export const a = /(a+)+$/'])).toEqual(['src/a.ts:1 /(a+)+$/ is exponential'])
    expect(await check(['', 'export const a = /\\s+$/'])).toEqual(['src/a.ts:2 /\\s+$/ is polynomial'])
    expect(await check(['export const a = (b: string) => new RegExp(b)'])).toEqual([
      expect.stringContaining('needs a reviewed reason'),
    ])
  })
})

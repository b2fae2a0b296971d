import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { copyProject, projectRoot } from '@plinth/testing/programs/project-copy.ts'

const IMPORTS = 'house(imports)'

/** Violations: a file, its text and the rule that must report the file. */
const violations: { name: string; file: string; text: string; rule: string }[] = [
  {
    name: "a feature that imports another feature's internals",
    file: 'src/features/profile/m-alias.ts',
    text: `import { planted } from '#/features/sign-in/m-inner.ts'\n\nexport const m = planted\n`,
    rule: IMPORTS,
  },
  {
    name: "a feature that imports another feature's index",
    file: 'src/features/profile/m-index.tsx',
    text: `import { SignInPage } from '#/features/sign-in/index.ts'\n\nexport const m = SignInPage\n`,
    rule: IMPORTS,
  },
  {
    name: 'a feature that imports the table of one that it does not need',
    file: 'src/features/profile/m-table.server.ts',
    text: `import { planted } from '#/features/sign-in/server/m.table.server.ts'\n\nexport const m = planted\n`,
    rule: IMPORTS,
  },
  {
    name: 'a comparison with the weakest role, which a weaker one would pass',
    file: 'src/features/profile/m-role.ts',
    text: `import type { WorkspaceRole } from '@plinth/core/access'\n\nexport const m = (role: WorkspaceRole) => role !== 'member'\n`,
    rule: 'house(least-role)',
  },
  {
    name: 'a feature that re-exports another feature by a relative path',
    file: 'src/features/profile/m-relative.ts',
    text: `export { SignInPage } from '../sign-in/ui/sign-in-page.tsx'\n`,
    rule: IMPORTS,
  },
  {
    name: 'a feature that loads another feature on demand',
    file: 'src/features/profile/m-dynamic.ts',
    text: `export const m = () => import('#/features/sign-in/index.ts')\n`,
    rule: IMPORTS,
  },
  {
    name: 'a feature that imports the composition root',
    file: 'src/features/profile/m-app.server.ts',
    text: `import { makeAppRouter } from '@plinth/core/app/server'\n\nexport const m = makeAppRouter\n`,
    rule: IMPORTS,
  },
  {
    name: 'a feature that imports past the entries of core',
    file: 'src/features/profile/m-past.server.ts',
    text: `import { openDatabase } from '@plinth/core/internal/db/database.server.ts'\n\nexport const m = openDatabase\n`,
    rule: IMPORTS,
  },
  {
    name: 'a component that imports a feature',
    file: 'src/components/m-feature.tsx',
    text: `import { SignInPage } from '#/features/sign-in/index.ts'\n\nexport const m = SignInPage\n`,
    rule: IMPORTS,
  },
  {
    name: 'a component that imports core',
    file: 'src/components/m-core.tsx',
    text: `import { useTranslate } from '@plinth/core/texts'\n\nexport const m = useTranslate\n`,
    rule: IMPORTS,
  },
  {
    name: 'a pure function that imports a type of a feature',
    file: 'src/lib/m-type.ts',
    text: `import type { SignInPage } from '../features/sign-in/ui/sign-in-page.tsx'\n\nexport type M = typeof SignInPage\n`,
    rule: IMPORTS,
  },
  {
    name: 'core that imports a feature',
    file: 'packages/core/src/db/m-feature.server.ts',
    text: `import { downloadExport } from '../../../../src/features/account/index.server.ts'\n\nexport const m = downloadExport\n`,
    rule: IMPORTS,
  },
  {
    name: "a route that imports a feature's internals",
    file: 'src/routes/m-internal.tsx',
    text: `import { SignInPage } from '#/features/sign-in/ui/sign-in-page.tsx'\n\nexport const m = SignInPage\n`,
    rule: IMPORTS,
  },
  {
    name: 'browser code that imports a value from the server',
    file: 'src/features/profile/m-browser.tsx',
    text: `import { openDatabase } from '@plinth/core/internal/db/database.server.ts'\n\nexport const m = () => openDatabase\n`,
    rule: IMPORTS,
  },
  {
    name: 'code of both sides that imports a value from the server, in the same feature',
    file: 'src/features/profile/m-both.ts',
    text: `import { setLanguage } from './server/set-language.server.ts'\n\nexport const m = setLanguage\n`,
    rule: IMPORTS,
  },
  {
    name: 'a page route that imports a value from the server',
    file: 'src/routes/m-server.tsx',
    text: `import { getServices } from '@plinth/core/app/server'\n\nexport const m = getServices\n`,
    rule: IMPORTS,
  },
  {
    name: 'production code that imports a test',
    file: 'src/features/profile/m-test.server.ts',
    text: `import { planted } from './m-planted.server.test.ts'\n\nexport const m = planted\n`,
    rule: IMPORTS,
  },
  ...['m.matrix', 'm.screens', 'm.fixtures', 'tests/m-rows', 'e2e/m-steps'].map((file, at) => ({
    name: `production code that imports ${file}.ts of its feature`,
    file: `src/features/profile/m-test-${at}.ts`,
    text: `import { planted } from './${file}.ts'\n\nexport const m = planted\n`,
    rule: IMPORTS,
  })),
  {
    name: 'production code that imports the test harness',
    file: 'packages/core/src/db/m-harness.server.ts',
    text: `import { testLog } from '@plinth/testing/test-database.ts'\n\nexport const m = testLog\n`,
    rule: IMPORTS,
  },
  {
    name: 'a package that imports the application',
    file: 'packages/postgres/src/m-app.ts',
    text: `import { cn } from '../../../src/lib/cn.ts'\n\nexport const m = cn\n`,
    rule: IMPORTS,
  },
  {
    name: 'code that imports the inside of a package',
    file: 'src/shell/m-package.server.ts',
    text: `import { connectionTo } from '../../packages/postgres/src/data-directory.ts'\n\nexport const m = connectionTo\n`,
    rule: IMPORTS,
  },
  {
    name: 'a feature that imports a package',
    file: 'src/features/profile/m-package.server.ts',
    text: `import { EmbeddedServerError } from '../../../packages/postgres/src/index.ts'\n\nexport const m = EmbeddedServerError\n`,
    rule: IMPORTS,
  },
  {
    name: 'core that imports a type of the composition root',
    file: 'packages/core/src/trpc/m-type.ts',
    text: `import type { AppRouter } from '#/app/registry/router.server.ts'\n\nexport type M = AppRouter\n`,
    rule: IMPORTS,
  },
  {
    name: 'a module of core that imports a type of a later one',
    file: 'packages/core/src/access/m-order.ts',
    text: `import type { Viewer } from '../auth/viewer.ts'\n\nexport type M = Viewer\n`,
    rule: IMPORTS,
  },
  {
    name: 'a file outside every layer',
    file: 'src/m-stray.ts',
    text: `export const m = 1\n`,
    rule: 'house(parts)',
  },
  {
    name: 'a folder that a product adds, which imports the inside of a feature',
    file: 'src/hooks/m-inside.ts',
    text: `import { planted } from '#/features/sign-in/m-inner.ts'\n\nexport const m = planted\n`,
    rule: IMPORTS,
  },
  {
    name: 'a core module that is not on the list',
    file: 'packages/core/src/billing/m.ts',
    text: `export const m = 1\n`,
    rule: 'house(parts)',
  },
  {
    name: 'an import cycle, also through a type',
    file: 'src/lib/m-cycle.ts',
    text: `import { back } from './m-back.ts'\n\nexport const m = () => back\n`,
    rule: 'import(no-cycle)',
  },
  {
    name: 'process.env outside core/env',
    file: 'src/features/profile/m-env.server.ts',
    text: `export const m = process.env.FOO\n`,
    rule: 'node(no-process-env)',
  },
  {
    name: 'a file name that is not kebab-case',
    file: 'src/features/profile/PlantedCard.tsx',
    text: `export const m = 1\n`,
    rule: 'unicorn(filename-case)',
  },
  {
    name: 'SQL from text that is not a literal',
    file: 'src/features/profile/m-raw.server.ts',
    text: `import { sql } from 'drizzle-orm'\n\nexport const m = (column: string) => sql.raw(column)\n`,
    rule: 'house(no-raw-sql)',
  },
  {
    name: 'a query past the transaction it stands in',
    file: 'src/features/profile/m-outside.server.ts',
    text: `import type { VerbContext } from '@plinth/core/verb/server'\n\nexport const m = (ctx: VerbContext) => ctx.db.transaction(async (tx) => [tx, await ctx.db.execute('select 1')])\n`,
    rule: 'house(transaction-only)',
  },
  {
    name: 'a guessable random number',
    file: 'src/lib/m-random.ts',
    text: `export const m = () => Math.random()\n`,
    rule: 'eslint(no-restricted-properties)',
  },
  {
    name: 'a page that asks the server in a way of its own',
    file: 'src/features/profile/m-fetch.ts',
    text: `export const m = () => fetch('/api/auth/sign-out', { method: 'POST' })\n`,
    rule: 'eslint(no-restricted-globals)',
  },
  {
    name: 'a form that loses what is typed before the script is there',
    file: 'src/features/profile/m-form.tsx',
    text: `export const M = () => <form />\n`,
    rule: 'react(forbid-elements)',
  },
  {
    name: 'any',
    file: 'src/lib/m-any.ts',
    text: `export const m = (a: any) => String(a)\n`,
    rule: 'typescript(no-explicit-any)',
  },
  {
    name: 'any that nobody wrote',
    file: 'src/lib/m-unsafe.ts',
    text: `export const m = (a: string): string => JSON.parse(a)\n`,
    rule: 'typescript(no-unsafe-return)',
  },
  {
    name: 'an assertion that something is there',
    file: 'src/lib/m-bang.ts',
    text: `export const m = (a?: string) => a!.length\n`,
    rule: 'typescript(no-non-null-assertion)',
  },
  {
    name: 'a promise nobody waits for',
    file: 'src/lib/m-floating.ts',
    text: `export function m(work: () => Promise<void>) {\n  work()\n}\n`,
    rule: 'typescript(no-floating-promises)',
  },
  {
    name: 'four parameters',
    file: 'src/lib/m-four.ts',
    text: `export const m = (a: number, b: number, c: number, d: number) => a + b + c + d\n`,
    rule: 'eslint(max-params)',
  },
  {
    name: 'console.log',
    file: 'src/lib/m-log.ts',
    text: `export const m = () => console.log('m')\n`,
    rule: 'eslint(no-console)',
  },
  {
    name: 'a word in a page that is not translated',
    file: 'src/components/m-words.tsx',
    text: `export const M = () => <p>Hello</p>\n`,
    rule: 'react(jsx-no-literals)',
  },
  {
    name: 'a hook behind a condition',
    file: 'src/components/m-hook.tsx',
    text: `import { useId } from 'react'\n\nexport const M = ({ on }: { on: boolean }) => (on ? <p id={useId()} /> : null)\n`,
    rule: 'react-hooks(rules-of-hooks)',
  },
  {
    name: 'a mock of our own module',
    file: 'src/lib/m-mock.test.ts',
    text: `import { test, vi } from 'vitest'\n\nvi.mock('./cn.ts')\ntest('nothing', () => {})\n`,
    rule: 'vitest(no-restricted-vi-methods)',
  },
]

/** Files that the planted ones need and that violate nothing. */
const innocent = {
  'src/features/sign-in/m-inner.ts': `export const planted = 1\n`,
  'src/features/profile/m-planted.server.test.ts': `import { testLog } from '@plinth/testing/test-database.ts'\nimport { setLanguage } from './server/set-language.server.ts'\n\nexport const planted = [testLog, setLanguage]\n`,
  ...Object.fromEntries(
    ['m.matrix', 'm.screens', 'm.fixtures', 'tests/m-rows', 'e2e/m-steps'].map((file) => [
      `src/features/profile/${file}.ts`,
      `export const planted = 1\n`,
    ]),
  ),
  'src/lib/m-back.ts': `import type { m } from './m-cycle.ts'\n\nexport const back = (): typeof m | undefined => undefined\n`,
  'src/features/profile/m.functions.ts': `import { createServerFn } from '@tanstack/react-start'\nimport { setLanguage } from './server/set-language.server.ts'\n\nexport const m = createServerFn().handler(() => setLanguage.name)\n`,
  'src/features/profile/tests/m.test.ts': `import { testLog } from '@plinth/testing/test-database.ts'\nimport { planted } from './m-rows.ts'\n\nexport const all = [testLog, planted]\n`,
  'src/features/profile/e2e/m.spec.ts': `import { test } from '@plinth/testing/browser/fixtures.ts'\n\nexport const all = test\n`,
  'src/routes/api/m.ts': `import { getServices } from '@plinth/core/app/server'\n\nexport const m = getServices\n`,
}

test('each of these is a lint error in its own file, and nothing else in the project is', () => {
  const copy = copyProject()
  for (const [file, text] of Object.entries(innocent)) copy.write(file, text)
  for (const { file, text } of violations) copy.write(file, text)
  const found = [...lint(copy.folder), ...lint(copy.folder, ['--config', 'workshop/checks/style.json'])]

  const missed = violations.filter(
    ({ file, rule }) => !found.some((entry) => entry.file === file && entry.rule === rule),
  )
  expect(missed.map(({ name }) => name)).toEqual([])
  const planted = new Set([...violations.map(({ file }) => file), 'src/lib/m-back.ts'])
  expect(found.filter(({ file }) => !planted.has(file))).toEqual([])
})

/** Runs under a Node without type stripping, as an editor may. */
function lint(
  folder: string,
  options: readonly string[] = [],
): { file: string; rule: string; line: number }[] {
  const oxlint = path.join(projectRoot, 'node_modules/oxlint/bin/oxlint')
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--no-experimental-strip-types', oxlint, '-f', 'json', ...options],
    {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 1e8,
    },
  )
  if (!stdout.startsWith('{')) throw new Error(`The lint did not run: ${stdout}${stderr}`)
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { filename: string; code: string; labels: { span: { line: number } }[] }[]
  }
  return diagnostics.map(({ filename, code, labels }) => ({
    file: filename,
    rule: code,
    line: labels[0]?.span.line ?? 0,
  }))
}

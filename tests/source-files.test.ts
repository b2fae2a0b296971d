import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { isTestFile } from '@plinth/cli/test-files.mjs'
import { projectRoot, sourceFiles } from '@plinth/testing/programs/project-copy.ts'
import {
  exportedValues,
  firstCalled,
  importedValues,
  nodesOf,
  parseFile,
  type SyntaxNode,
} from '@plinth/testing/syntax.ts'

const ROUTE_MAX_LINES = 40
const serverFunctions = new Set([
  'createServerFn',
  'createIsomorphicFn',
  'createServerOnlyFn',
  'createClientOnlyFn',
])
// They open files, sockets or processes, or are far too large for a browser.
const serverPackages =
  /^(node:.+|pg|pg-boss|drizzle-orm(\/.+)?|better-auth|better-auth\/(?!client|react).+|pino|nodemailer|sharp|srvx|@plinth\/postgres|@redis\/client|prom-client|@opentelemetry\/.+|@tanstack\/react-start\/server)$/
const serverRoutes =
  /^src\/routes\/(api\/.+|healthz|readyz|metrics|dev\/mailbox\[\.\]json|robots\[\.\]txt|sitemap\[\.\]xml|manifest\[\.\]webmanifest)\.ts$/
const emptyNames = new Set([
  'util',
  'utils',
  'helper',
  'helpers',
  'common',
  'manager',
  'managers',
  'data',
  'misc',
  'shared',
  'types',
  'constants',
])

/** A file of core; none where its sources are not in the tree. */
const ofCore = (file: string) => sourceFiles(`packages/core/src/${file}`)

const sources = sourceFiles('{src,packages/core/src}/**/*.{ts,tsx}').filter(
  (file) => file !== 'src/routeTree.gen.ts',
)
const routes = sources.filter((file) => file.startsWith('src/routes/'))
const pageRoutes = routes.filter((file) => file.endsWith('.tsx'))
const trees = new Map(sources.map((file) => [file, parseFile(file)]))
const treeOf = (file: string): SyntaxNode => trees.get(file) ?? parseFile(file)

describe('a route file', () => {
  test(`has at most ${ROUTE_MAX_LINES} lines`, () => {
    const long = routes.filter(
      (file) =>
        readFileSync(path.join(projectRoot, file), 'utf8').trimEnd().split('\n').length > ROUTE_MAX_LINES,
    )
    expect(long).toEqual([])
  })

  test('names a page and renders at most one element itself', () => {
    const drawing = pageRoutes.filter(
      (file) =>
        [...nodesOf(treeOf(file))].filter(({ type }) => /^JSX(Element|Fragment)$/.test(type)).length > 1,
    )
    expect(drawing).toEqual([])
    expect(pageRoutes.filter((file) => importedValues(treeOf(file)).includes('react'))).toEqual([])
  })
})

describe('a file suffix', () => {
  test('.server is on every file that imports server-only packages', () => {
    const expected = /\.(server|functions)\.tsx?$|^src\/server\.ts$/
    const loose = sources.filter(
      (file) => !expected.test(file) && !isTestFile(file) && !serverRoutes.test(file),
    )
    expect(
      loose.filter((file) => importedValues(treeOf(file)).some((name) => serverPackages.test(name))),
    ).toEqual([])
  })

  test('.functions is on files that export server functions only, and all server functions are in such files', () => {
    const isServerFunction = (value: SyntaxNode | undefined) =>
      value !== undefined && serverFunctions.has(firstCalled(value))
    for (const file of sources) {
      const exported = exportedValues(treeOf(file))
      const expected = file.endsWith('.functions.ts') ? exported.length : 0
      expect(exported.filter(({ value }) => isServerFunction(value)).length, file).toBe(expected)
    }
  })

  test('.table.server is on every file with a table but tests: migrations are generated from these', () => {
    const withTable = sources.filter((file) =>
      [...nodesOf(treeOf(file))].some(
        (node) => node.type === 'CallExpression' && firstCalled(node) === 'pgTable',
      ),
    )
    expect(withTable.filter((file) => !/\.(table\.server|test)\.ts$/.test(file))).toEqual([])
  })
})

describe('the source tree', () => {
  test('has no file or folder with a meaningless name', () => {
    const files = [
      'src/**/*',
      'packages/**/*',
      'scripts/**/*',
      'tests/**/*',
      'e2e/**/*',
      'workshop/**/*',
    ].flatMap((pattern) => sourceFiles(pattern))
    const isEmpty = (part: string) => {
      const words = part.split('.')[0]?.split('-') ?? []
      return emptyNames.has(words.at(-1) ?? '') || emptyNames.has(words.join('-'))
    }
    // Type declarations for packages without types live where TypeScript users expect them.
    expect(files.filter((file) => file.split('/').some(isEmpty))).toEqual([])
  })

  test('has the same layout in every feature: what it brings, access and schema, then server, ui, locales and tests', () => {
    const features = sourceFiles('src/features/*/**/*')
    const known = ['e2e', 'locales', 'server', 'tests', 'ui']
    // A folder with translations of its own is a second namespace.
    const namespaces = new Set(
      features.flatMap((file) => /^(.+)\/locales\/en\.json$/.exec(file)?.slice(1) ?? []),
    )
    const folderOf = (file: string) => file.split('/').slice(0, 4).join('/')
    expect(
      features.filter((file) => {
        const name = file.split('/')[3] ?? ''
        return !name.includes('.') && !known.includes(name) && !namespaces.has(folderOf(file))
      }),
    ).toEqual([])
    expect(features.filter((file) => /\/ui\/.*\.server\./.test(file))).toEqual([])
  })

  test('declares imports as free of side effects, so that an index file pulls no page into the initial bundle', () => {
    const { sideEffects } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as {
      sideEffects: unknown
    }
    expect(sideEffects).toEqual(['**/*.css'])
  })
})

describe('a test', () => {
  const tests = [
    'src/**/*.test.{ts,tsx}',
    'packages/**/*.test.{ts,tsx}',
    'tests/**/*.ts',
    'e2e/**/*.ts',
    'workshop/tests/*.ts',
  ]
    .flatMap((pattern) => sourceFiles(pattern))
    .map((file) => ({ file, text: readFileSync(path.join(projectRoot, file), 'utf8') }))
  const holding = (pattern: RegExp) => tests.flatMap(({ file, text }) => (pattern.test(text) ? [file] : []))

  const configs = ['vitest.config.ts', 'playwright.config.ts'].map((file) =>
    readFileSync(path.join(projectRoot, file), 'utf8'),
  )

  test('is never retried and never runs with .only', () => {
    const again = /\bretr(y|ies)\b['"]?\s*:|\b(test|describe|it)(\.\w+)*\.only\b/
    expect(holding(again)).toEqual([])
    expect(configs.filter((text) => again.test(text))).toEqual([])
  })

  test('in a browser waits for conditions, never for a fixed time', () => {
    // The development server reloads its first page whenever it is ready.
    expect(holding(/\.waitForTimeout\(/)).toEqual(['packages/cli/test/dev.slow.test.ts'])
  })
})

test('no field cuts what is typed or pasted: the schema and the field say what is too long', () => {
  const cutting = sources.filter(
    (file) =>
      file.endsWith('.tsx') &&
      /<(input|textarea|Input|Textarea|TextField|TextAreaField|field\.\w+)\b[^<]*\bmaxLength=/.test(
        readFileSync(path.join(projectRoot, file), 'utf8'),
      ),
  )
  expect(cutting).toEqual([])
})

test('Enter acts through one function, which leaves an input method alone', () => {
  const comparing = sources.filter(
    (file) =>
      !file.endsWith('.d.ts') &&
      /key [!=]== 'Enter'/.test(readFileSync(path.join(projectRoot, file), 'utf8')) &&
      !/\b(isComposing|pressesEnter)\(event\)/.test(readFileSync(path.join(projectRoot, file), 'utf8')),
  )
  expect(comparing).toEqual([])
})

test('sessions are deleted in one place, which records the end of an impersonation in the audit log', () => {
  const deleting = sources.filter(
    (file) =>
      !file.includes('.test.') &&
      /\.delete\(session\)/.test(readFileSync(path.join(projectRoot, file), 'utf8')),
  )
  expect(deleting).toEqual(ofCore('auth/administration/delete-sessions.server.ts'))
})

test('one function writes the Location header, which resolves every redirect on our own origin', () => {
  const writing = sources.filter(
    (file) =>
      /\.server\.tsx?$/.test(file) &&
      /\blocation['"]?\s*:|\.(set|append)\(['"]location|Response\.redirect/i.test(
        readFileSync(path.join(projectRoot, file), 'utf8').replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, ''),
      ),
  )
  expect(writing).toEqual(ofCore('http/redirect.server.ts'))
})

describe('server code', () => {
  const code = [...sources, ...sourceFiles('packages/*/src/**/*.ts')].filter((file) => !isTestFile(file))
  const holding = (pattern: RegExp) =>
    code.filter((file) => pattern.test(readFileSync(path.join(projectRoot, file), 'utf8')))

  test('nothing starts a shell, which would read a name as a command', () => {
    expect(holding(/\{[^}]*\bexec(Sync)?\b[^}]*\} from 'node:child_process'|\bshell: true/)).toEqual([])
  })

  test('no text becomes code', () => {
    expect(holding(/(?<!\.)\beval\(|\bnew Function\(|\bsetTimeout\(['"`]|from 'node:vm'/)).toEqual([])
  })

  test('SHA-1 and MD5 are used for nothing but authenticator codes, as RFC 6238 says', () => {
    const broken = holding(/\b(createHash|createHmac|createSign|digest)\(['"](sha-?1|md5)['"]/i)
    expect(broken.map((file) => path.basename(file)).filter((name) => !name.startsWith('totp-'))).toEqual([])
  })
})

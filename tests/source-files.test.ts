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

const serverFunctions = new Set([
  'createServerFn',
  'createIsomorphicFn',
  'createServerOnlyFn',
  'createClientOnlyFn',
])
// They open files, sockets or processes, or are far too large for a browser.
const serverPackages =
  /^(node:.+|pg|pg-boss|drizzle-orm(\/.+)?|better-auth|better-auth\/(?!client|react).+|pino|nodemailer|sharp|srvx|@plinth\/postgres|@redis\/client|prom-client|@opentelemetry\/.+|@tanstack\/react-start\/server)$/
// A route file without an element is one of the server.
const serverRoutes = /^src\/routes\/.+\.ts$/

/** A file of core; none where its sources are not in the tree. */
const ofCore = (file: string) => sourceFiles(`packages/core/src/${file}`)

const sources = sourceFiles('{src,packages/core/src}/**/*.{ts,tsx}').filter(
  (file) => file !== 'src/routeTree.gen.ts',
)
const trees = new Map(sources.map((file) => [file, parseFile(file)]))
const treeOf = (file: string): SyntaxNode => trees.get(file) ?? parseFile(file)

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

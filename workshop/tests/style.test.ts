import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot, sourceFiles } from '@plinth/testing/programs/project-copy.ts'
import { importedValues, nodesOf, parseFile } from '@plinth/testing/syntax.ts'

const ROUTE_MAX_LINES = 40
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

const sources = sourceFiles('{src,packages/core/src}/**/*.{ts,tsx}').filter(
  (file) => file !== 'src/routeTree.gen.ts',
)
const routes = sources.filter((file) => file.startsWith('src/routes/'))
const pageRoutes = routes.filter((file) => file.endsWith('.tsx'))

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
        [...nodesOf(parseFile(file))].filter(({ type }) => /^JSX(Element|Fragment)$/.test(type)).length > 1,
    )
    expect(drawing).toEqual([])
    expect(pageRoutes.filter((file) => importedValues(parseFile(file)).includes('react'))).toEqual([])
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

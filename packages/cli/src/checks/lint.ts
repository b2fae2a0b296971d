import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashOf, withImporters, type SourceFile } from './import-graph.ts'

// Beyond this, linting everything is as fast: for type information the linter reads all files anyway.
const FILES_MAX = 150
// A change in any of these affects every file.
const rules = fileURLToPath(new URL('../lint-rules.mjs', import.meta.url))
const rulesFiles = [
  '.oxlintrc.json',
  'tsconfig.json',
  'package-lock.json',
  path.relative(process.cwd(), rules),
]

type Passed = { rules: string; files: Record<string, string> }

export type LintChoice = {
  /** Undefined for all files. */
  files: readonly string[] | undefined
  remember(hasPassed: boolean): void
}

/**
 * Returns the files to lint: those that have changed since they passed, and their importers, because
 * type-aware rules may report problems there. `--all` finds problems further away.
 */
export function chooseLint(root: string, graph: Map<string, SourceFile>, cacheDir: string): LintChoice {
  const cacheFile = path.join(cacheDir, 'lint.json')
  const rules = hashOf(rulesFiles.map((file) => readFileSync(path.join(root, file), 'utf8')).join('\0'))
  const before = readPassed(cacheFile)
  const passed = before?.rules === rules ? before.files : {}
  const linted = new Map(
    [...graph].filter(([file]) => /\.(ts|tsx|mjs)$/.test(file) && file !== 'src/routeTree.gen.ts'),
  )
  const changed = [...linted].filter(([file, { hash }]) => passed[file] !== hash).map(([file]) => file)
  const reached = [...withImporters(graph, changed)].filter((file) => linted.has(file))
  const isAll = reached.length > FILES_MAX
  return {
    files: isAll ? undefined : reached,
    remember(hasPassed) {
      const open = new Set(hasPassed ? [] : isAll ? linted.keys() : reached)
      const files = Object.fromEntries(
        [...linted].filter(([file]) => !open.has(file)).map(([file, { hash }]) => [file, hash]),
      )
      mkdirSync(cacheDir, { recursive: true })
      writeFileSync(cacheFile, JSON.stringify({ rules, files } satisfies Passed))
    },
  }
}

function readPassed(file: string): Passed | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Passed
  } catch {
    // Missing, or left incomplete by an interrupted check: all files are linted.
    return undefined
  }
}

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { hashOf, withImporters, type SourceFile } from './import-graph.ts'

// Beyond this the linter is as fast over everything, which it reads anyway for what it knows of types.
const FILES_MAX = 150
// What decides over every file.
const rulesFiles = ['.oxlintrc.json', 'scripts/lint-rules.mjs', 'tsconfig.json', 'package-lock.json']

type Passed = { rules: string; files: Record<string, string> }

export type LintChoice = {
  /** Undefined: everything. */
  files: readonly string[] | undefined
  remember(hasPassed: boolean): void
}

/**
 * Which files the linter has to look at: those that have changed since they passed, and those that import
 * them, because rules that know types may find a fault there. What reaches further is found by `--all`.
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
    // Not there yet, or torn by a check that was stopped: everything is looked at.
    return undefined
  }
}

import { cpSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { missingMigration } from '@plinth/core/internal/db/migrate.server.ts'
import { tableFiles } from '../core-folder.ts'
import { pendingData } from '../db/data-migrations.ts'
import { hashOf, withImports, type SourceFile } from './import-graph.ts'

/** Returns the output if the command fails, or does not print `expected`. */
type Run = (command: readonly string[], expected?: string) => Promise<string>

/** What drizzle-kit prints if there is nothing to generate. It ends with 0 whatever happens. */
export const NO_CHANGES = 'No schema changes'

/**
 * Checks that every migration has its file and that they create the tables that the code describes: in a copy
 * of them, drizzle-kit must find nothing left to generate. Returns the problem, or an empty string.
 */
export async function checkMigrations(root: string, run: Run): Promise<string> {
  const missing = missingMigration(path.join(root, 'drizzle'))
  if (missing !== undefined) return missing
  const [pending] = pendingData(root)
  if (pending)
    return `Core has ${pending.name}, which no migration of the project does yet: npm run db:generate`
  const scratch = mkdtempSync(path.join(tmpdir(), 'plinth-migrations-'))
  const copy = path.join(scratch, 'drizzle')
  cpSync(path.join(root, 'drizzle'), copy, { recursive: true })
  // drizzle-kit resolves every path against the current folder.
  const options = ['--dialect', 'postgresql', '--out', path.relative(root, copy)]
  try {
    const wrong = await run(['drizzle-kit', 'check', ...options])
    if (wrong !== '') return wrong
    const generate = ['drizzle-kit', 'generate', ...options, '--schema', tableFiles(root)]
    const output = await run(generate, NO_CHANGES)
    const committed = new Set(readdirSync(path.join(root, 'drizzle')))
    if (readdirSync(copy).some((file) => !committed.has(file)))
      return 'A table has changed and has no migration yet: npm run db:generate'
    if (output === '') return ''
    return `${output.trimEnd()}\nIf a table has changed, in a terminal: npm run db:generate`
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Returns one hash of the check's inputs: the tables with their imports, the migrations, the lockfile. */
export function migrationInputs(root: string, graph: Map<string, SourceFile>): string {
  const tables = [
    ...withImports(
      graph,
      [...graph.keys()].filter((file) => file.endsWith('.table.server.ts')),
    ),
  ].toSorted()
  const others = [
    'package-lock.json',
    ...globSync('{.plinth/base.json,{drizzle,packages/core/data}/**/*.{sql,json}}', { cwd: root }).toSorted(),
  ]
  return hashOf(
    [
      ...tables.map((file) => file + graph.get(file)?.hash),
      ...others.map((file) => file + readFileSync(path.join(root, file), 'utf8')),
    ].join('\0'),
  )
}

import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { moduleFolders } from '../core-folder.ts'

const BREAK = '--> statement-breakpoint\n'

const statementsIn = (sql: string): string[] =>
  sql
    .split(BREAK.trim())
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')

const isBeforeTables = (statement: string): boolean =>
  /^CREATE (EXTENSION|OR REPLACE FUNCTION)\b/m.test(statement)

/** The files with what drizzle-kit can't derive from the tables: `documents.table.sql` beside theirs. */
export const filesBesideTables = (root: string, folders = moduleFolders(root)): string[] =>
  globSync(`${folders}/**/*.table.sql`, { cwd: root }).toSorted()

/** Puts what these files say into a migration that creates their tables: functions before, the rest after. */
export function withBesideTables(root: string, migration: string, files: readonly string[]): string {
  const statements = files.flatMap((file) => statementsIn(readFileSync(path.join(root, file), 'utf8')))
  return [
    ...statements.filter(isBeforeTables),
    ...statementsIn(migration),
    ...statements.filter((statement) => !isBeforeTables(statement)),
  ].join(BREAK)
}

/** The names of the functions that these files create. */
export const functionsOf = (root: string, files: readonly string[]): string[] =>
  files.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/^CREATE OR REPLACE FUNCTION "(\w+)"/gm)].map(
      ([, name = '']) => name,
    ),
  )

/** Drops functions after a migration that drops what they were for. */
export const withoutFunctions = (migration: string, functions: readonly string[]): string =>
  [...statementsIn(migration), ...functions.map((name) => `DROP FUNCTION IF EXISTS "${name}";`)].join(BREAK)

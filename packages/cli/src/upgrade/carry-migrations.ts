import { spawnSync } from 'node:child_process'
import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { commandFile } from '../commands.mjs'
import { coreFolder } from '../core-folder.ts'
import { filesBesideTables, functionsOf } from '../db/beside-tables.ts'
import { runNode } from '../run-node.ts'
import { git } from './git.ts'

const BREAKPOINT = '--> statement-breakpoint'

export const JOURNAL = 'drizzle/meta/_journal.json'

/**
 * Writes what the migrations of a release after `last` do as one migration after this project's own, which
 * stay as they are. Statements about tables and functions of features that this project removed are left
 * out. Expects the release's code to be merged. Returns the file; undefined if the tables stay as they are.
 * Throws an Error if the release does not have `last`.
 */
export async function carryMigrations(
  release: string,
  { last, version, ofCore }: { last: string; version: string; ofCore: readonly string[] },
): Promise<string | undefined> {
  const tags = tagsIn(git(['show', `${release}:${JOURNAL}`]))
  if (!tags.includes(last))
    throw new Error(`The release has no migration ${last}, which this project has applied.`)
  const own = new Set(tagsIn(readFileSync(JOURNAL, 'utf8')))
  const added = tags.slice(tags.indexOf(last) + 1).filter((tag) => !own.has(tag))
  const all = added
    .flatMap((tag) => git(['show', `${release}:drizzle/${tag}.sql`]).split(BREAKPOINT))
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
  // Both commits are without the features that this project removed; the release's snapshots are not.
  const base = git(['merge-base', 'HEAD', release])
  const kept = [...tablesInCode(base), ...tablesInCode(release), ...ofCore]
  const functions = functionsOf('.', filesBesideTables('.'))
  const statements = statementsAboutKept(all, { kept, functions, snapshots: snapshotsOf(release) })
  const name = `starter_${version.replaceAll(/\W/g, '_')}`
  const generated = await generate(name)
  if (statements.length === 0) return generated
  // The generator knows the tables, but not what a release does to their rows.
  const file = generated ?? (await generate(name, '--custom'))
  if (file === undefined) throw new Error('drizzle-kit wrote no migration.')
  writeFileSync(file, `${statements.join(`${BREAKPOINT}\n`)}\n`)
  return file
}

/** Returns the file of the migration; undefined if no table has changed. */
async function generate(name: string, ...more: readonly string[]): Promise<string | undefined> {
  const existing = new Set(migrations())
  const command = [commandFile('db:generate'), '--name', name, ...more]
  // What it prints is of interest if it fails, or has to ask, which takes a terminal.
  const isWritten = spawnSync(process.execPath, command).status === 0
  if (!isWritten && (await runNode(command)) !== 0)
    throw new Error(
      'The migration could not be written, see above. In a terminal, where it can ask: npm run upgrade -- --continue',
    )
  return migrations().find((file) => !existing.has(file))
}

const migrations = (): string[] =>
  readdirSync('drizzle')
    .filter((file) => file.endsWith('.sql'))
    .map((file) => `drizzle/${file}`)

type Journal = { entries: { tag: string }[] }
type Snapshot = { tables: Record<string, { name: string; indexes: Record<string, unknown> }> }

/** The names of the migrations that a journal lists, in their order. */
export const tagsIn = (journal: string): string[] =>
  (JSON.parse(journal) as Journal).entries.map(({ tag }) => tag)

function snapshotsOf(release: string): Snapshot[] {
  return git(['ls-tree', '--name-only', release, 'drizzle/meta/'])
    .split('\n')
    .filter((file) => file.endsWith('_snapshot.json'))
    .map((file) => JSON.parse(git(['show', `${release}:${file}`])) as Snapshot)
}

function tablesInCode(commit: string): string[] {
  const code = git(['grep', '-h', '-A1', 'pgTable(', commit, '--', '*.table.server.ts'])
  return tableNames(code)
}

const tableNames = (code: string): string[] =>
  [...code.matchAll(/pgTable\(\s*'(\w+)'/g)].map(([, name = '']) => name)

/** The tables of core that a project has installed. */
export const coreTables = (root: string): string[] =>
  globSync(`${coreFolder(root)}/**/*.table.server.{ts,js}`, { cwd: root }).flatMap((file) =>
    tableNames(readFileSync(path.join(root, file), 'utf8')),
  )

type Tables = {
  /** The tables of features that this project has, in its present release and the new one. */
  kept: readonly string[]
  /** The functions that the merged code has beside its tables. */
  functions: readonly string[]
  /** Of every migration of the release, with all of its features. */
  snapshots: readonly Snapshot[]
}

/**
 * Leaves out the statements about tables of the snapshots that are not kept, and about their indexes, and
 * those that make a function which the code does not have.
 */
export function statementsAboutKept(
  statements: readonly string[],
  { kept, functions, snapshots }: Tables,
): string[] {
  const names = new Set(kept)
  for (const statement of statements) {
    const [, from = '', to = ''] = /^ALTER TABLE "(\w+)" RENAME TO "(\w+)"/i.exec(statement) ?? []
    if (names.has(from)) names.add(to)
  }
  const gone = snapshots.flatMap(({ tables }) => Object.values(tables)).filter(({ name }) => !names.has(name))
  const tables = new Set(gone.map(({ name }) => name))
  const indexes = new Set(gone.flatMap((table) => Object.keys(table.indexes)))
  return statements.filter(
    (statement) =>
      ![...tables].some((table) => isAbout(statement, table)) &&
      ![...indexes].some((index) => namesIndex(statement, index)) &&
      !makesOther(statement, functions),
  )
}

function isAbout(statement: string, table: string): boolean {
  const place = String.raw`(TABLE|INTO|FROM|UPDATE|JOIN|ON|REFERENCES)\s+(IF (NOT )?EXISTS\s+|ONLY\s+)?("public"\.)?`
  return new RegExp(`\\b${place}"?${table}"?(?!\\w)`, 'i').test(statement)
}

function namesIndex(statement: string, index: string): boolean {
  const place = String.raw`\bINDEX\s+(CONCURRENTLY\s+)?(IF EXISTS\s+)?("public"\.)?`
  return new RegExp(`${place}"?${index}"?(?!\\w)`, 'i').test(statement)
}

function makesOther(statement: string, functions: readonly string[]): boolean {
  const name = /^CREATE (?:OR REPLACE )?FUNCTION "(\w+)"/m.exec(statement)?.[1]
  return name !== undefined && !functions.includes(name)
}

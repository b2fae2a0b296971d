import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { runNode } from '../run-node.ts'
import { git } from './git.ts'

const BREAKPOINT = '--> statement-breakpoint'

export const JOURNAL = 'drizzle/meta/_journal.json'

/**
 * Writes what the migrations of a release after `last` do as one migration after this project's own, which
 * stay as they are. Statements about tables that this project removed are left out. Expects the release's
 * code to be merged. Returns the file; undefined if the tables stay as they are. Throws an Error if the
 * release does not have `last`.
 */
export async function carryMigrations(
  release: string,
  { last, version }: { last: string; version: string },
): Promise<string | undefined> {
  const tags = tagsIn(git(['show', `${release}:${JOURNAL}`]))
  if (!tags.includes(last))
    throw new Error(`The release has no migration ${last}, which this project has applied.`)
  const own = new Set(tagsIn(readFileSync(JOURNAL, 'utf8')))
  const added = tags.slice(tags.indexOf(last) + 1).filter((tag) => !own.has(tag))
  const name = `starter_${version.replaceAll(/\W/g, '_')}`
  const existing = new Set(migrations())
  await generate(['--name', name])
  const generated = migrations().find((file) => !existing.has(file))
  if (added.length === 0) return generated
  // The generator knows the tables, but not what a release does to their rows.
  if (generated === undefined) await generate(['--custom', '--name', name])
  const file = migrations().find((one) => !existing.has(one))
  if (file === undefined) throw new Error('drizzle-kit wrote no migration.')
  const gone = removedTables(release, tags.length)
  const statements = added
    .flatMap((tag) => git(['show', `${release}:drizzle/${tag}.sql`]).split(BREAKPOINT))
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '' && !gone.some((table) => isAbout(statement, table)))
  writeFileSync(file, `${statements.join(`${BREAKPOINT}\n`)}\n`)
  return file
}

async function generate(args: readonly string[]): Promise<void> {
  if ((await runNode(['scripts/db/generate.ts', ...args])) !== 0)
    throw new Error(
      'The migration could not be written, see above. In a terminal, where it can ask: npm run upgrade -- --continue',
    )
}

const migrations = (): string[] =>
  readdirSync('drizzle')
    .filter((file) => file.endsWith('.sql'))
    .map((file) => `drizzle/${file}`)

type Journal = { entries: { tag: string }[] }
type Snapshot = { tables: Record<string, { name: string }> }

/** The names of the migrations that a journal lists, in their order. */
export const tagsIn = (journal: string): string[] =>
  (JSON.parse(journal) as Journal).entries.map(({ tag }) => tag)

/** The tables of the release that this project does not have. */
function removedTables(release: string, count: number): string[] {
  const newest = readdirSync('drizzle/meta')
    .filter((file) => file.endsWith('_snapshot.json'))
    .toSorted()
    .at(-1)
  const own = JSON.parse(readFileSync(`drizzle/meta/${newest}`, 'utf8')) as Snapshot
  const last = `${String(count - 1).padStart(4, '0')}_snapshot.json`
  const theirs = JSON.parse(git(['show', `${release}:drizzle/meta/${last}`])) as Snapshot
  const names = new Set(Object.values(own.tables).map(({ name }) => name))
  return Object.values(theirs.tables).flatMap(({ name }) => (names.has(name) ? [] : [name]))
}

function isAbout(statement: string, table: string): boolean {
  const place = String.raw`(TABLE|INTO|FROM|UPDATE|JOIN|ON|REFERENCES)\s+(IF (NOT )?EXISTS\s+|ONLY\s+)?("public"\.)?`
  return new RegExp(`\\b${place}"?${table}"?(?!\\w)`, 'i').test(statement)
}

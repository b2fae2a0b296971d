// npm run db:generate [-- --name what_changed] [--renamed invoice.total:amount]: writes the migration for
// changed tables, by default named after what it does, with what a newer core does to rows. A column that is
// given as renamed keeps what is in it; without that, drizzle-kit asks in a terminal.
import { spawnSync } from 'node:child_process'
import { appendFileSync, globSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { NO_CHANGES } from '../checks/migrations.ts'
import { runNode } from '../run-node.ts'
import { openOrExplain, Refusal } from '../welcome.ts'
import { readBase, writeBase } from '../feature/starter-base.ts'
import { dataStatements, pendingData } from './data-migrations.ts'
import { withRebuiltColumns } from './rebuilt-columns.ts'
import { readRenamed, renameStatement, withRenamedColumn, type RenamedColumn } from './renamed-column.ts'

const UNNAMED = 'unnamed'
const JOURNAL = 'drizzle/meta/_journal.json'

await openOrExplain(async () => {
  const words = process.argv.slice(2)
  // The command that calls this one says what existing rows get.
  const knowsRows = words.includes('--knows-rows')
  const renamed = words.flatMap((word, at) => (words[at - 1] === '--renamed' ? [readRenamed(word)] : []))
  const args = words.filter(
    (word, at) => !['--knows-rows', '--renamed'].includes(word) && words[at - 1] !== '--renamed',
  )
  const at = args.findIndex((arg) => /^--name(=|$)/.test(arg))
  const given = args[at]?.split('=')[1] ?? args[at + 1] ?? ''
  if (at >= 0 && !/^[a-z][a-z0-9_]*$/.test(given))
    throw new Refusal(
      'A name has small letters, digits and underscores: npm run db:generate -- --name add_due_date',
    )
  if (renamed.length > 0) await writeRenames(renamed)
  const before = migrations()
  const command = ['node_modules/drizzle-kit/bin.cjs', 'generate', ...args]
  if (at < 0) command.push('--name', UNNAMED)
  process.exitCode = await runNode(command)
  const pending = pendingData(process.cwd())
  const isUnchanged = migrations().length === before.length
  if (process.exitCode === 0 && pending.length > 0 && isUnchanged)
    process.exitCode = await runNode([...command, '--custom'])
  if (process.exitCode === 0 && migrations().length === before.length) refuseUnlessUnchanged(command)
  const written = migrations().find((name) => !before.includes(name))
  if (written !== undefined && pending.length > 0) {
    appendFileSync(`drizzle/${written}`, dataStatements(pending))
    writeBase(process.cwd(), { ...readBase(process.cwd()), data: pending.at(-1)?.number })
  }
  for (const file of migrations().filter((name) => name.endsWith(`_${UNNAMED}.sql`))) giveName(file)
  for (const file of migrations().filter((name) => !before.includes(name))) {
    const earlier = before.map((name) => readFileSync(`drizzle/${name}`, 'utf8')).join('\n')
    writeFileSync(`drizzle/${file}`, withRebuiltColumns(readFileSync(`drizzle/${file}`, 'utf8'), earlier))
    if (!knowsRows) warnOfRows(file)
  }
})

/**
 * drizzle-kit ends with 0 whatever happens, also if it had to ask something without a terminal. What it
 * printed is not known, since its questions need the terminal itself, so it runs again.
 */
function refuseUnlessUnchanged(command: readonly string[]): void {
  const { stdout } = spawnSync(process.execPath, command, { encoding: 'utf8' })
  if (!stdout.includes(NO_CHANGES))
    throw new Refusal(
      'No migration was written, see above. If a question could not be asked, as whether a column is new or ' +
        'renamed, run the same command in a terminal: npm run db:generate',
    )
}

/** The migration that renames columns, after which drizzle-kit finds only what else is different. */
async function writeRenames(renamed: readonly RenamedColumn[]): Promise<void> {
  const [first] = renamed
  const last = latestSnapshot()
  const snapshot = renamed.reduce(withRenamedColumn, readFileSync(last, 'utf8'))
  const before = migrations()
  const name = `${first?.table}_rename_${first?.from}`
  await runNode(['node_modules/drizzle-kit/bin.cjs', 'generate', '--custom', '--name', name])
  const written = migrations().find((file) => !before.includes(file))
  if (written === undefined) throw new Refusal('drizzle-kit wrote no migration, see above.')
  const statements = renamed.map(renameStatement).join('--> statement-breakpoint\n')
  writeFileSync(`drizzle/${written}`, `${statements}\n`)
  const { id, prevId } = JSON.parse(readFileSync(latestSnapshot(), 'utf8')) as Record<string, string>
  writeFileSync(latestSnapshot(), JSON.stringify({ ...JSON.parse(snapshot), id, prevId }, undefined, 2))
}

function latestSnapshot(): string {
  return `drizzle/meta/${globSync('*_snapshot.json', { cwd: 'drizzle/meta' }).toSorted().at(-1)}`
}

function migrations(): string[] {
  return globSync('*.sql', { cwd: 'drizzle' })
}

/** Warns of a NOT NULL column without a default: adding it fails if the table has rows. */
function warnOfRows(file: string): void {
  const added = readFileSync(`drizzle/${file}`, 'utf8').matchAll(
    /^ALTER TABLE "(\w+)" ADD COLUMN "(\w+)" ([^;\n]*) NOT NULL;/gm,
  )
  for (const [, table, column, type = ''] of added) {
    if (/DEFAULT|GENERATED/.test(type)) continue
    console.warn(
      `\nWhere ${table} has rows this migration fails: they have no ${column}. Say in drizzle/${file} what theirs is:\n` +
        `  ALTER TABLE "${table}" ADD COLUMN "${column}" ${type} DEFAULT '...' NOT NULL;--> statement-breakpoint\n` +
        `  ALTER TABLE "${table}" ALTER COLUMN "${column}" DROP DEFAULT;`,
    )
  }
}

function giveName(file: string): void {
  const tag = file.replace(/\.sql$/, '')
  const named = tag.replace(UNNAMED, nameOf(readFileSync(`drizzle/${file}`, 'utf8')))
  renameSync(`drizzle/${file}`, `drizzle/${named}.sql`)
  writeFileSync(JOURNAL, readFileSync(JOURNAL, 'utf8').replace(`"${tag}"`, `"${named}"`))
  console.log(`Named drizzle/${named}.sql`)
}

/** Names a migration after what it does, such as `create_expense` or `post_add_due_date`. */
function nameOf(sql: string): string {
  const [, verb = '', table = ''] = /^(CREATE|DROP) TABLE "(\w+)"/m.exec(sql) ?? []
  if (table !== '') return `${verb.toLowerCase()}_${table}`
  const [, altered = '', change, column] =
    /^ALTER TABLE "(\w+)"(?: (ADD|DROP) COLUMN "(\w+)")?/m.exec(sql) ?? []
  if (change && column) return `${altered}_${change.toLowerCase()}_${column}`
  const [, indexed = 'schema'] = /\bINDEX .*? ON "(\w+)"/.exec(sql) ?? []
  return `change_${altered || indexed}`
}

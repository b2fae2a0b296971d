import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { coreFolder } from '../core-folder.ts'
import { readBase } from '../feature/starter-base.ts'

/** What a release of core does to rows that are there: `data/0001_fill_slugs.sql` of the package. */
type DataMigration = { number: number; name: string; sql: string }

/** Those that the project's migrations don't have yet, in their order. `.plinth/base.json` knows the last. */
export function pendingData(root: string): DataMigration[] {
  const { data = 0 } = readBase(root)
  const folder = path.join(root, coreFolder(root), '../data')
  return globSync('[0-9]*_*.sql', { cwd: folder })
    .toSorted()
    .map((file) => ({
      number: Number.parseInt(file, 10),
      name: file.replace(/\.sql$/, ''),
      sql: readFileSync(path.join(folder, file), 'utf8').trim(),
    }))
    .filter(({ number }) => number > data)
}

/** The statements of data migrations, to be appended to a migration. */
export const dataStatements = (pending: readonly DataMigration[]): string =>
  pending.map(({ name, sql }) => `--> statement-breakpoint\n-- ${name} of core\n${sql}\n`).join('')

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readBase, writeBase } from '../feature/starter-base.ts'
import { JOURNAL, tagsIn } from '../upgrade/carry-migrations.ts'
import { filesBesideTables, withBesideTables } from './beside-tables.ts'
import { pendingData } from './data-migrations.ts'
import { generateMigration } from './generate-migration.ts'

/**
 * Replaces the migrations of a release by one that makes the tables of the project in `root`. What the others
 * do to rows is not in it: there are none. Records which were the last of the release.
 */
export function writeFirstMigration(root: string): void {
  const migration = tagsIn(readFileSync(path.join(root, JOURNAL), 'utf8')).at(-1)
  const data = pendingData(root).at(-1)?.number
  writeBase(root, { ...readBase(root), migration, ...(data !== undefined && { data }) })
  rmSync(path.join(root, 'drizzle'), { recursive: true })
  const file = generateMigration(root, 'start')
  if (file === undefined) throw new Error('The project has no tables.')
  writeFileSync(file, withBesideTables(root, readFileSync(file, 'utf8'), filesBesideTables(root)))
}

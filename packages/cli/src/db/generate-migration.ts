import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import path from 'node:path'
import { commandFile } from '../commands.mjs'

/**
 * Writes the migration of the project in `root` for its changed tables, without a word, and returns its file;
 * undefined if none has changed. Throws an Error with what was printed.
 */
export function generateMigration(root: string, name: string): string | undefined {
  const migrations = () => globSync('drizzle/*.sql', { cwd: root })
  const before = new Set(migrations())
  const args = [path.resolve(commandFile('db:generate')), '--knows-rows', '--name', name]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The migration could not be written:\n${stdout}${stderr}`)
  const written = migrations().find((file) => !before.has(file))
  return written && path.join(root, written)
}

/** remove_chat, add_chat_documents */
export const migrationName = (verb: string, features: readonly string[]): string =>
  `${verb}_${features.length > 3 ? 'features' : features.join('_').replaceAll('-', '_')}`

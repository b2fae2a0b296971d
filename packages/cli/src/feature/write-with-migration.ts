import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { commandFile } from '../commands.mjs'
import { runNode } from '../run-node.ts'
import { fail, formatFiles, generateRouteTree, stopSignals } from './edit-project.ts'
import { removeWithFolders } from './remove-with-folders.ts'

const GENERATED = ['src/routeTree.gen.ts', 'drizzle/meta/_journal.json']

type Migration = {
  /** Such as `create_invoice`. */
  name: string
  /** More arguments of `db:generate`. */
  args?: readonly string[]
  /** Files that can't be formatted. */
  unformatted?: readonly string[]
}

/**
 * Writes files, the route tree and the migration of the changed tables: all of it, or nothing. Returns the
 * path of the migration. Ends the process with the reason if it can't.
 */
export async function writeWithMigration(
  root: string,
  files: ReadonlyMap<string, string>,
  { name, args = [], unformatted = [] }: Migration,
): Promise<string> {
  const at = (file: string) => path.join(root, file)
  const before = new Map(
    [...files.keys(), ...GENERATED]
      .filter((file) => existsSync(at(file)))
      .map((file) => [file, readFileSync(at(file), 'utf8')]),
  )
  const migrations = () => globSync('drizzle/**/*.{sql,json}', { cwd: root })
  const oldMigrations = new Set(migrations())
  let isStopped = false
  for (const signal of stopSignals) process.on(signal, () => (isStopped = true))
  try {
    for (const [file, text] of files) {
      mkdirSync(path.dirname(at(file)), { recursive: true })
      writeFileSync(at(file), text)
    }
    formatFiles(
      root,
      [...files.keys()].filter((file) => !unformatted.includes(file)),
    )
    await generateRouteTree(root)
    let output = ''
    const generate = [commandFile('db:generate'), ...args, '--name', name]
    const code = await runNode(generate, {}, (text) => (output += text))
    if (isStopped) throw new Error('Stopped.')
    // drizzle-kit ends with 0 whatever happens.
    const sql = migrations().find((file) => file.endsWith('.sql') && !oldMigrations.has(file))
    if (code !== 0 || sql === undefined) throw new Error(`${output}\nThe migration could not be written.`)
    return sql
  } catch (error) {
    for (const file of [...files.keys(), ...migrations()])
      if (!before.has(file) && !oldMigrations.has(file)) removeWithFolders(at(file))
    for (const [file, text] of before) writeFileSync(at(file), text)
    return fail(`${error instanceof Error ? error.message : String(error)} Nothing was changed.`)
  }
}

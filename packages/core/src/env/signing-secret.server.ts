import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { dataDirError, prepareDataDir } from './data-dir.server.ts'
import { EnvError, type Env } from './env.server.ts'

/**
 * A secret stored in `DATA_DIR/<name>`, generated on first use with mode 0600. Processes that start in
 * parallel get the same one. Throws EnvError when the folder isn't writable.
 */
export function keptSecret(
  dataDir: string,
  name: string,
  make = () => randomBytes(32).toString('base64url'),
): string {
  const file = path.join(dataDir, name)
  try {
    const known = readIfThere(file)
    if (known) return known
    prepareDataDir(dataDir)
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, make(), { mode: 0o600 })
    try {
      linkSync(draft, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      unlinkSync(draft)
    }
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw error instanceof EnvError
      ? error
      : dataDirError(dataDir, (error as NodeJS.ErrnoException).code ?? 'error')
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * The key that signs cookies and links. Outside local mode it comes from BETTER_AUTH_SECRET only (checked by
 * parseEnv).
 */
export function signingSecret(env: Env): string {
  return env.BETTER_AUTH_SECRET ?? keptSecret(env.DATA_DIR, 'secret')
}

import { randomBytes } from 'node:crypto'
import { chown, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { Binaries } from './binaries.ts'
import { DATABASE_USER, type DataDirectory } from './data-directory.ts'
import {
  EmbeddedServerError,
  errorCode,
  folderError,
  noSpace,
  printedReason,
  saysDiskFull,
} from './errors.ts'
import { asNobody, ensureOwner, runToEnd, type Outcome, type ServerUser } from './unprivileged-user.ts'

const UNFINISHED_PREFIX = 'postgres.new-'

// PostgreSQL folds case itself; a few extensions (pg_trgm) still ask the system which characters are letters.
const CHARACTER_TYPES = ['C.UTF-8', 'en_US.UTF-8', 'C']

// Written to postgresql.conf, where an operator can change them.
const SETTINGS = {
  shared_buffers: '32MB',
  // An instance opens up to 19 connections; several instances may share the server.
  max_connections: '200',
  jit: 'off',
  max_wal_size: '256MB',
  // The app gets its errors over the connection; a copy here would put user data into a growing file.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

/**
 * Creates a cluster at `directory.clusterDir`. It is built next to it and renamed when complete, so an
 * existing cluster is complete even if the process is killed. Requires the process lock. Throws
 * EmbeddedServerError.
 */
export async function initializeCluster(
  binaries: Binaries,
  directory: DataDirectory,
  user: ServerUser,
): Promise<void> {
  await refuseForeignFolder(directory.clusterDir)
  const unfinished = join(
    directory.dataDir,
    `${UNFINISHED_PREFIX}${process.pid}-${randomBytes(4).toString('hex')}`,
  )
  try {
    await mkdir(unfinished, { mode: 0o700 })
    let outcome = await runInitdb(binaries, unfinished, user)
    if (outcome.output.includes('user does not exist'))
      outcome = await runInitdb(binaries, unfinished, asNobody(user))
    if (outcome.code !== 0) throw explainFailure(outcome, directory.dataDir)
    await ensureOwner(unfinished, user)
    await rename(unfinished, directory.clusterDir)
    await syncFolder(directory.dataDir)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true }).catch(() => undefined)
    throw folderError(error, directory.dataDir)
  }
}

/** Removes leftovers of starts that were killed. Requires the process lock. Never throws. */
export async function removeUnfinished(directory: DataDirectory): Promise<void> {
  const entries = await readdir(directory.dataDir).catch(() => [])
  for (const entry of entries.filter((name) => name.startsWith(UNFINISHED_PREFIX))) {
    // The killed app's initdb may still be writing; the next start removes the rest.
    await rm(join(directory.dataDir, entry), {
      recursive: true,
      force: true,
      maxRetries: 5,
      retryDelay: 20,
    }).catch(() => undefined)
  }
}

// An empty folder is fine (a mount point, for example); a folder with other files must not be replaced.
async function refuseForeignFolder(clusterDir: string): Promise<void> {
  const entries = await readdir(clusterDir).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return []
    throw folderError(error, clusterDir)
  })
  if (entries.length === 0) return
  throw new EmbeddedServerError(
    `${clusterDir} contains other files instead of a complete PostgreSQL database. Move it away, set DATA_DIR to another folder, or set DATABASE_URL.`,
  )
}

async function runInitdb(binaries: Binaries, folder: string, user: ServerUser): Promise<Outcome> {
  if (user.owner) await chown(folder, user.owner.uid, user.owner.gid)
  let outcome: Outcome = { code: null, output: '' }
  for (const characterType of CHARACTER_TYPES) {
    outcome = await runToEnd(user, [binaries.initdb, ...initdbArguments(folder, characterType)])
    if (!outcome.output.includes('invalid locale name')) break
  }
  return outcome
}

function initdbArguments(folder: string, characterType: string): string[] {
  return [
    `--pgdata=${folder}`,
    `--username=${DATABASE_USER}`,
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    `--lc-ctype=${characterType}`,
    '--text-search-config=english',
    // The socket is in a folder that only its owner can enter.
    '--auth-local=trust',
    '--auth-host=reject',
    '--no-instructions',
    ...Object.entries(SETTINGS).map(([name, value]) => `--set=${name}=${value}`),
  ]
}

function explainFailure({ output, failure }: Outcome, folder: string): EmbeddedServerError {
  if (failure) return folderError(failure, folder)
  if (saysDiskFull(output)) return noSpace(folder)
  const reason = printedReason(output)
  return new EmbeddedServerError(
    `The embedded database could not be created in ${folder} (initdb: ${reason || 'it was killed'}). Fix this, set DATA_DIR to another folder, or set DATABASE_URL.`,
  )
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { access, chmod, chown, constants, mkdir, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

import type { Binaries } from './binaries.ts'
import { EmbeddedServerError, errorCode, folderError } from './errors.ts'

/** Only part of the socket file's name: the server doesn't listen on a network. */
export const SERVER_PORT = 5432
export const DATABASE_USER = 'plinth'
export const DATABASE_NAME = 'plinth'
/**
 * Whom root runs the server as, unless somebody owns the data: an id that no user, service or container has
 * (https://systemd.io/UIDS-GIDS lists this range as unused). Whoever shares it would be the database's
 * superuser.
 */
export const SERVER_ID = 60_918
/** "nobody" on every Linux, shared by many services. Earlier releases ran the server as it. */
export const NOBODY_ID = 65_534

/** Options for a pg Pool or Client; `host` is the folder of the socket. */
export type EmbeddedConnection = { host: string; port: number; user: string; database: string; ssl: false }

/** Returns the options for the application's database on the server with this socket folder. */
export function connectionTo(socketDir: string): EmbeddedConnection {
  // Set explicitly, so that PGSSLMODE, which is meant for another server, has no effect.
  return { host: socketDir, port: SERVER_PORT, user: DATABASE_USER, database: DATABASE_NAME, ssl: false }
}

// sun_path has 108 bytes on Linux and 104 on macOS, including the terminating zero.
const SOCKET_PATH_MAX_BYTES = process.platform === 'darwin' ? 103 : 107

export type DataDirectory = {
  dataDir: string
  clusterDir: string
  lockFile: string
  logFile: string
  librariesDir: string
  /** Where an upgrade builds the new cluster. */
  upgradeDir: string
  /** The socket folder of a server that this process starts. */
  socketDir: string
}

/** Returns all paths of the embedded server below `dataDir`. Doesn't access the file system. */
export function dataDirectory(dataDir: string): DataDirectory {
  const absolute = resolve(dataDir)
  const clusterDir = join(absolute, 'postgres')
  return {
    dataDir: absolute,
    clusterDir,
    lockFile: join(absolute, 'postgres.lock'),
    logFile: join(absolute, 'postgres.log'),
    librariesDir: join(absolute, 'postgres-lib'),
    upgradeDir: join(absolute, 'postgres-upgrade'),
    socketDir: fitsSocket(clusterDir) ? clusterDir : shortFolder(absolute),
  }
}

/** The subset of a pino logger that is used. */
export type EmbeddedLog = Record<'info' | 'warn' | 'error', (details: object, message: string) => void>

export type ServerContext = {
  binaries: Binaries
  directory: DataDirectory
  log: EmbeddedLog
  /** Aborted when this process leaves the server; ends all waits. */
  signal?: AbortSignal
}

export function fitsSocket(folder: string): boolean {
  return Buffer.byteLength(socketFile(folder)) <= SOCKET_PATH_MAX_BYTES
}

export function socketFile(folder: string): string {
  return join(folder, `.s.PGSQL.${SERVER_PORT}`)
}

function shortFolder(dataDir: string): string {
  const name = `plinth-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  const folder = join(tmpdir(), name)
  return fitsSocket(folder) ? folder : join('/tmp', name)
}

/**
 * Returns the PostgreSQL major version that wrote the data, null when there is no data yet. Throws
 * EmbeddedServerError when it can't be read.
 */
export async function readDataVersion(directory: DataDirectory): Promise<string | null> {
  try {
    return (await readFile(join(directory.clusterDir, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw (await otherOwner(directory)) ?? folderError(error, directory.clusterDir)
  }
}

/** Throws what to do when another major version wrote the data. Writes nothing. */
export async function refuseOtherVersion(directory: DataDirectory, binaries: Binaries): Promise<void> {
  const found = await readDataVersion(directory)
  if (found === null || found === binaries.major) return
  throw new EmbeddedServerError(
    `${directory.clusterDir} holds data of PostgreSQL ${found}, this release brings ${binaries.major}. Carry it over with npm run db:upgrade, ` +
      'which keeps the old folder, or go back to the release that wrote it.',
  )
}

/** Creates `dataDir` if missing, writable for this process and traversable for the server's user. */
export async function prepareDataDir(directory: DataDirectory): Promise<void> {
  const isRoot = process.getuid?.() === 0
  try {
    await makeFolder(directory.dataDir, isRoot ? 0o711 : 0o700)
    const { mode, uid } = await stat(directory.dataDir)
    // A root process runs the server as an unprivileged user, who can traverse this folder but not list it.
    if (isRoot && [0, NOBODY_ID].includes(uid) && (mode & 0o011) !== 0o011)
      await chmod(directory.dataDir, (mode & 0o777) | 0o011)
    await access(directory.dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw folderError(error, directory.dataDir)
  }
  const foreign = await otherOwner(directory)
  if (foreign) throw foreign
}

async function makeFolder(folder: string, mode: number): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode })
  } catch (error) {
    // On a read-only file system Node reports ENOENT here; access() on the parent gives the real code.
    if (errorCode(error) === 'ENOENT') await access(nearestFolder(folder), constants.W_OK)
    throw error
  }
}

function nearestFolder(path: string): string {
  const above = dirname(path)
  return above === path || existsSync(above) ? above : nearestFolder(above)
}

async function otherOwner({ clusterDir, dataDir }: DataDirectory): Promise<EmbeddedServerError | null> {
  const ownUid = process.getuid?.()
  const owner = await stat(clusterDir).then(
    ({ uid }) => uid,
    () => undefined,
  )
  if (ownUid === 0 || owner === undefined || owner === ownUid) return null
  return new EmbeddedServerError(
    `${clusterDir} belongs to user ${owner}, this is user ${ownUid} (was it started as root before?): start it as that user again, ` +
      `give the stopped database to this one (sudo chown -R ${ownUid} ${dataDir}), or set DATA_DIR to another folder.`,
  )
}

/** Gives a file that root created to the owner of its folder. Does nothing for other users. */
export async function giveToFolderOwner(file: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const [own, folder] = await Promise.all([stat(file), stat(dirname(file))])
  if (own.uid !== folder.uid) await chown(file, folder.uid, folder.gid)
}

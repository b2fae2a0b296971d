import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, lchown, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

import type { Binaries } from './binaries.ts'
import { NOBODY_ID, SERVER_ID, type DataDirectory } from './data-directory.ts'
import { EmbeddedServerError, errorText, folderError } from './errors.ts'

type Owner = { uid: number; gid: number }

const OUTPUT_MAX_CHARS = 20_000

/**
 * How this process runs PostgreSQL programs and who owns the cluster's files; `owner` null: this process's
 * user.
 */
export type ServerUser = {
  owner: Owner | null
  ids: Partial<Owner>
  prefix: string[]
  env: NodeJS.ProcessEnv
}

export type Outcome = { code: number | null; output: string; failure?: unknown }

/**
 * Determines by trial how this process can run PostgreSQL, which refuses to run as root. Root runs it as
 * the owner of the data or a user that nothing else runs as, or in a user namespace if that user cannot
 * reach the folders. Throws EmbeddedServerError when nothing works.
 */
export async function chooseServerUser(
  binaries: Binaries,
  directory: DataDirectory,
  libraryEnv: Record<string, string>,
): Promise<ServerUser> {
  const env = serverEnvironment(libraryEnv)
  const candidates = process.getuid?.() === 0 ? await rootCandidates(directory, env) : [plainCandidate(env)]
  const failures: string[] = []
  for (const candidate of candidates) {
    const outcome = await probe(candidate, binaries, directory)
    if (outcome.code === 0) return candidate
    failures.push(outcome.failure ? errorText(outcome.failure) : outcome.output.trim())
  }
  throw cannotRun(binaries, directory, failures)
}

/** Starts a PostgreSQL program in '/', because its user may not enter the working directory. */
export function spawnAs(
  user: ServerUser,
  [program, ...args]: [string, ...string[]],
  options: { stdio: StdioOptions; detached?: boolean },
): ChildProcess {
  const [file = program, ...rest] = [...user.prefix, program, ...args]
  try {
    return spawn(file, rest, { cwd: '/', env: user.env, ...user.ids, ...options })
  } catch (error) {
    // A missing permission, for example, throws synchronously instead of emitting 'error'.
    throw new EmbeddedServerError(
      `The embedded PostgreSQL cannot be started (${errorText(error)}). Fix this, or set DATABASE_URL to a PostgreSQL server.`,
      { cause: error },
    )
  }
}

/**
 * Runs a program to its end and collects its output. Rejects with EmbeddedServerError when spawning throws;
 * later spawn errors are returned as `failure`.
 */
export async function runToEnd(user: ServerUser, command: [string, ...string[]]): Promise<Outcome> {
  return new Promise((done) => {
    const child = spawnAs(user, command, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const gather = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-OUTPUT_MAX_CHARS)
    }
    child.stdout?.on('data', gather)
    child.stderr?.on('data', gather)
    child.on('error', (failure) => done({ code: null, output, failure }))
    child.on('close', (code) => done({ code, output }))
  })
}

/**
 * Returns how initdb can run where it refuses the user because it has no entry in /etc/passwd: as nobody,
 * who has. Its cluster has to be given to the user, see `ensureOwner`.
 */
export function asNobody(user: ServerUser): ServerUser {
  const owner = { uid: NOBODY_ID, gid: NOBODY_ID }
  return { ...user, owner, ids: owner }
}

/** Gives the cluster to the user that the server runs as. Only root can find a different owner here. */
export async function ensureOwner(clusterDir: string, { owner }: ServerUser): Promise<void> {
  if (!owner) return
  try {
    if ((await stat(clusterDir)).uid === owner.uid) return
    for (const entry of await readdir(clusterDir, { recursive: true })) {
      await lchown(join(clusterDir, entry), owner.uid, owner.gid)
    }
    // Last, so that an interrupted change is detected and repeated.
    await chown(clusterDir, owner.uid, owner.gid)
  } catch (error) {
    throw folderError(error, clusterDir)
  }
}

function plainCandidate(env: NodeJS.ProcessEnv): ServerUser {
  return { owner: null, ids: {}, prefix: [], env }
}

async function rootCandidates(directory: DataDirectory, env: NodeJS.ProcessEnv): Promise<ServerUser[]> {
  const owner = (await ownerOf(directory.clusterDir)) ??
    (await ownerOf(directory.dataDir)) ?? { uid: SERVER_ID, gid: SERVER_ID }
  const prefix = ['unshare', '--user', `--map-user=${NOBODY_ID}`, `--map-group=${NOBODY_ID}`]
  return [
    { owner, ids: owner, prefix: [], env },
    { owner: { uid: 0, gid: 0 }, ids: {}, prefix, env },
  ]
}

async function ownerOf(folder: string): Promise<Owner | null> {
  const found = await stat(folder).catch(() => null)
  return found && found.uid !== 0 && found.uid !== NOBODY_ID ? { uid: found.uid, gid: found.gid } : null
}

async function probe(candidate: ServerUser, binaries: Binaries, directory: DataDirectory): Promise<Outcome> {
  const script = 'cd -- "$1" && exec "$2" --version'
  const asOther: [string, ...string[]] = ['/bin/sh', '-c', script, 'sh', directory.dataDir, binaries.postgres]
  return runToEnd(candidate, candidate.owner ? asOther : [binaries.postgres, '--version']).catch(
    (failure: unknown) => {
      const cause = failure instanceof Error && failure.cause ? failure.cause : failure
      return { code: null, output: '', failure: cause }
    },
  )
}

// Excludes the app's own environment: it holds secrets, and PG* variables would change the server.
function serverEnvironment(libraryEnv: Record<string, string>): NodeJS.ProcessEnv {
  // oxlint-disable-next-line node/no-process-env -- where the machine keeps its programs, no setting
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...libraryEnv }
}

function cannotRun(binaries: Binaries, directory: DataDirectory, failures: string[]): EmbeddedServerError {
  const reasons = [...new Set(failures)].join('; ').replaceAll(/\s+/g, ' ').slice(0, 400)
  // The file exists, but its dynamic loader does not: no glibc.
  if (
    existsSync(binaries.postgres) &&
    /postgres (?:ENOENT|: not found)|postgres: (?:No such file|not found)/.test(reasons)
  ) {
    return new EmbeddedServerError(
      `The embedded PostgreSQL needs a system with glibc, which this is not (musl, as on Alpine?): set DATABASE_URL to a PostgreSQL server. (${reasons})`,
    )
  }
  if (process.getuid?.() === 0) {
    return new EmbeddedServerError(
      `PostgreSQL refuses to run as root, and no unprivileged user can reach ${directory.dataDir} and ${binaries.packageDir} from here (${reasons}): ` +
        'start this as another user, or set DATABASE_URL to a PostgreSQL server.',
    )
  }
  return new EmbeddedServerError(
    `The embedded PostgreSQL cannot run on this machine (${reasons}): set DATABASE_URL to a PostgreSQL server.`,
  )
}

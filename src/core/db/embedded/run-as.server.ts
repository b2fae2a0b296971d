import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, lchown, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

import type { Binaries } from './binaries.server.ts'
import type { ClusterPlace } from './cluster-place.server.ts'
import { EmbeddedServerError, errorText, folderError } from './embedded-error.server.ts'

// "nobody" on every Linux; PostgreSQL asks only that it is not root.
const UNPRIVILEGED_ID = 65_534
const OUTPUT_MAX_CHARS = 20_000

type Owner = { uid: number; gid: number }

/**
 * How PostgreSQL's programs are started here, and whose the cluster's files are; owner null: this process's
 * user.
 */
export type RunAs = { owner: Owner | null; ids: Partial<Owner>; prefix: string[]; env: NodeJS.ProcessEnv }

export type Outcome = { code: number | null; output: string; failure?: unknown }

/**
 * Finds out, by trying, how this process can run PostgreSQL. PostgreSQL refuses root, so root runs it as the
 * owner of the data or an unprivileged user, or, where that user cannot reach the folders, in a user
 * namespace. Throws EmbeddedServerError when there is no way.
 */
export async function chooseRunAs(
  binaries: Binaries,
  place: ClusterPlace,
  libraryEnv: Record<string, string>,
): Promise<RunAs> {
  const env = serverEnvironment(libraryEnv)
  const candidates = process.getuid?.() === 0 ? await rootCandidates(place, env) : [plainCandidate(env)]
  const failures: string[] = []
  for (const candidate of candidates) {
    const outcome = await probe(candidate, binaries, place)
    if (outcome.code === 0) return candidate
    failures.push(outcome.failure ? errorText(outcome.failure) : outcome.output.trim())
  }
  throw cannotRun(binaries, place, failures)
}

/** Starts a program of PostgreSQL; in '/', because its user may not enter the folder we are in. */
export function spawnAs(
  runAs: RunAs,
  [program, ...args]: [string, ...string[]],
  options: { stdio: StdioOptions; detached?: boolean },
): ChildProcess {
  const [file = program, ...rest] = [...runAs.prefix, program, ...args]
  try {
    return spawn(file, rest, { cwd: '/', env: runAs.env, ...runAs.ids, ...options })
  } catch (error) {
    // What keeps the system from making the process at all, such as a missing right, is thrown at once.
    throw new EmbeddedServerError(
      `The embedded PostgreSQL cannot be started (${errorText(error)}): mend that, or set DATABASE_URL to a PostgreSQL server.`,
      { cause: error },
    )
  }
}

/**
 * Runs a program to its end and gathers what it says. Rejects with EmbeddedServerError when no process can be
 * made.
 */
export async function runToEnd(runAs: RunAs, command: [string, ...string[]]): Promise<Outcome> {
  return new Promise((done) => {
    const child = spawnAs(runAs, command, { stdio: ['ignore', 'pipe', 'pipe'] })
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
 * Gives a cluster to the user that will run on it, when it was written another way. Only root can find it so.
 */
export async function ensureOwner(clusterDir: string, { owner }: RunAs): Promise<void> {
  if (!owner) return
  try {
    if ((await stat(clusterDir)).uid === owner.uid) return
    for (const entry of await readdir(clusterDir, { recursive: true })) {
      await lchown(join(clusterDir, entry), owner.uid, owner.gid)
    }
    // Last, so that a change cut short is seen and done again.
    await chown(clusterDir, owner.uid, owner.gid)
  } catch (error) {
    throw folderError(error, clusterDir)
  }
}

function plainCandidate(env: NodeJS.ProcessEnv): RunAs {
  return { owner: null, ids: {}, prefix: [], env }
}

async function rootCandidates(place: ClusterPlace, env: NodeJS.ProcessEnv): Promise<RunAs[]> {
  const owner = (await ownerOf(place.clusterDir)) ??
    (await ownerOf(place.dataDir)) ?? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID }
  const prefix = ['unshare', '--user', `--map-user=${UNPRIVILEGED_ID}`, `--map-group=${UNPRIVILEGED_ID}`]
  return [
    { owner, ids: owner, prefix: [], env },
    { owner: { uid: 0, gid: 0 }, ids: {}, prefix, env },
  ]
}

async function ownerOf(folder: string): Promise<Owner | null> {
  const found = await stat(folder).catch(() => null)
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : null
}

async function probe(candidate: RunAs, binaries: Binaries, place: ClusterPlace): Promise<Outcome> {
  const script = 'cd -- "$1" && exec "$2" --version'
  const asOther: [string, ...string[]] = ['/bin/sh', '-c', script, 'sh', place.dataDir, binaries.postgres]
  return runToEnd(candidate, candidate.owner ? asOther : [binaries.postgres, '--version']).catch(
    (failure: unknown) => {
      const cause = failure instanceof Error && failure.cause ? failure.cause : failure
      return { code: null, output: '', failure: cause }
    },
  )
}

// Nothing of the app's own environment: it holds secrets, and PG* variables would change the server.
function serverEnvironment(libraryEnv: Record<string, string>): NodeJS.ProcessEnv {
  // oxlint-disable-next-line node/no-process-env -- no setting of ours: where the machine keeps its programs
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...libraryEnv }
}

function cannotRun(binaries: Binaries, place: ClusterPlace, failures: string[]): EmbeddedServerError {
  const reasons = [...new Set(failures)].join('; ').replaceAll(/\s+/g, ' ').slice(0, 400)
  // The file is there, but the loader that it names is not: no glibc.
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
      `PostgreSQL refuses to run as root, and no unprivileged user can reach ${place.dataDir} and ${binaries.packageDir} from here (${reasons}): ` +
        'start this as another user, or set DATABASE_URL to a PostgreSQL server.',
    )
  }
  return new EmbeddedServerError(
    `The embedded PostgreSQL cannot run on this machine (${reasons}): set DATABASE_URL to a PostgreSQL server.`,
  )
}

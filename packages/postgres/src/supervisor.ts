import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'

import { DATABASE_NAME, DATABASE_USER, SERVER_PORT, type EmbeddedLog } from './data-directory.ts'
import { EmbeddedServerError, errorCode, errorText } from './errors.ts'
import { readPidFile } from './pid-file.ts'
import { boundServerLog } from './server-process.ts'

// 'plinth' in ASCII. Advisory locks are per database, and the app doesn't use this one, so it cannot collide.
const PRESENCE_LOCK = 0x706c696e7468
// Not the app's database: a connection there would block copying, renaming or restoring it.
const MAINTENANCE_DATABASE = 'postgres'
const CONNECT_TIMEOUT_MS = 5_000
const QUERY_TIMEOUT_MS = 60_000
const FIRST_DELAY_MS = 20
const MAX_DELAY_MS = 2_000
const CHECK_INTERVAL_MS = 5_000
const SUPERVISOR_NAME = 'plinth supervisor'
const LEAVE_PAUSE_MS = 25
// The server needs a moment to notice that a process was killed, on a busy machine a long one.
const NOTICES_MS = 250
const NOTICES_MAX_MS = 3_000
const SETTINGS_THAT_KEEP_DATA = ['fsync', 'synchronous_commit', 'full_page_writes']

/**
 * One process's presence at a server: a connection that holds a shared lock for as long as the process lives.
 */
export type SupervisorConnection = {
  client: Client
  socket: Socket
  /** Folder of the socket. */
  host: string
  serverPid: number
  /** Resolves when the connection has ended, for any reason. Never rejects. */
  ended: Promise<void>
  hasEnded: () => boolean
}

/** Connects without declaring presence. Rejects like pg; later connection errors can't crash the process. */
export async function connectSupervisor(host: string, serverPid: number): Promise<SupervisorConnection> {
  const socket = new Socket()
  const client = new Client({
    stream: () => socket,
    host,
    port: SERVER_PORT,
    user: DATABASE_USER,
    database: MAINTENANCE_DATABASE,
    application_name: `${SUPERVISOR_NAME} ${process.pid}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    // Set explicitly, so that PG* environment variables have no effect.
    ssl: false,
    options: '-c statement_timeout=0 -c lock_timeout=0 -c idle_session_timeout=0',
  })
  let hasEnded = false
  const ended = new Promise<void>((done) => {
    client.once('end', () => {
      hasEnded = true
      done()
    })
  })
  client.on('error', () => undefined)
  await client.connect()
  return { client, socket, host, serverPid, ended, hasEnded: () => hasEnded }
}

/**
 * Checks that the server is durable, creates the app's database when missing, and declares presence. Requires
 * the process lock. Throws EmbeddedServerError when a setting risks data loss.
 */
export async function declarePresence({ client }: SupervisorConnection, clusterDir: string): Promise<void> {
  const { rows } = await client.query<{ switched_off: string[]; has_database: boolean }>(
    `select coalesce((select array_agg(name::text order by name) from pg_settings where name = any($1) and setting = 'off'), '{}') as switched_off,
            exists (select from pg_database where datname = $2) as has_database,
            pg_advisory_lock_shared($3)`,
    [SETTINGS_THAT_KEEP_DATA, DATABASE_NAME, PRESENCE_LOCK],
  )
  const switchedOff = rows[0]?.switched_off ?? []
  if (switchedOff.length > 0) {
    throw new EmbeddedServerError(
      `The embedded database in ${clusterDir} runs with ${switchedOff.join(' and ')} off and could lose acknowledged data: ` +
        'remove that from its postgresql.conf and postgresql.auto.conf, or set DATABASE_URL to another server.',
    )
  }
  if (!rows[0]?.has_database) await createAppDatabase(client)
}

async function createAppDatabase(client: Client): Promise<void> {
  try {
    await client.query(`create database ${DATABASE_NAME}`)
  } catch (error) {
    // A start that was killed here issued the statement, and the server has finished it since.
    if (!['42P04', '23505'].includes(errorCode(error) ?? '')) throw error
  }
}

/** Withdraws presence and disconnects. True when no other process is present. Requires the process lock. */
export async function withdrawPresence(connection: SupervisorConnection): Promise<boolean> {
  try {
    await connection.client.query('select pg_advisory_unlock_all()')
    const since = performance.now()
    for (;;) {
      const { rows } = await connection.client.query<{ alone: boolean }>(
        'select pg_try_advisory_lock($1) as alone',
        [PRESENCE_LOCK],
      )
      if (rows[0]?.alone) return true
      const waitedMs = performance.now() - since
      if (waitedMs > NOTICES_MAX_MS) return false
      if (waitedMs > NOTICES_MS && (await isAnotherAlive(connection))) return false
      await sleep(LEAVE_PAUSE_MS)
    }
  } finally {
    await disconnect(connection)
  }
}

/** Whether a process on this machine is present that runs. Of one in another container, that is unknown. */
async function isAnotherAlive({ client }: SupervisorConnection): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(
    'select application_name as name from pg_stat_activity where pid <> pg_backend_pid() and application_name like $1',
    [`${SUPERVISOR_NAME} %`],
  )
  return rows.some(({ name }) => isRunning(Number(name.slice(SUPERVISOR_NAME.length))))
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs as another user.
    return errorCode(error) === 'EPERM'
  }
}

/** Closes the connection, which withdraws the presence. Never throws. */
export async function disconnect({ client, ended, hasEnded }: SupervisorConnection): Promise<void> {
  if (hasEnded()) return
  await Promise.race([client.end().catch(() => undefined), ended])
}

type Supervision = {
  clusterDir: string
  logFile: string
  log: EmbeddedLog
  /** Aborted when this process leaves. */
  signal: AbortSignal
  /** Starts or joins the server once; rejects on failure. */
  reopen: () => Promise<SupervisorConnection>
}

/**
 * Keeps this process present at a running server until the signal aborts: when the connection ends, it starts
 * or joins the server again, with growing pauses and without a limit. Resolves with the last connection, null
 * when there is none. Never rejects, and does not keep the process alive.
 */
export async function superviseServer(
  first: SupervisorConnection,
  supervision: Supervision,
): Promise<SupervisorConnection | null> {
  const { log, signal } = supervision
  const left = new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }))
  let connection = first
  while (!signal.aborted) {
    connection.socket.unref()
    const stopWatching = watchServer(connection, supervision)
    await Promise.race([connection.ended, left])
    stopWatching()
    if (signal.aborted) break
    log.warn({ folder: supervision.clusterDir }, 'the embedded database is gone; restarting or reconnecting')
    const next = await reopenUntilItWorks(supervision)
    if (!next) return null
    log.info({ folder: supervision.clusterDir, pid: next.serverPid }, 'the embedded database is back')
    if (next.host !== connection.host) {
      log.error(
        { was: connection.host, is: next.host },
        'the embedded database now listens on another socket: restart this process',
      )
    }
    connection = next
  }
  return connection
}

async function reopenUntilItWorks({
  log,
  signal,
  reopen,
  clusterDir,
}: Supervision): Promise<SupervisorConnection | null> {
  let delayMs = FIRST_DELAY_MS
  let lastReason = ''
  while (!signal.aborted) {
    try {
      return await reopen()
    } catch (error) {
      const reason = errorText(error)
      // Logged once per reason, not every two seconds while a disk is full.
      if (!signal.aborted && reason !== lastReason)
        log.error({ err: error, folder: clusterDir }, 'the embedded database is not back yet; retrying')
      lastReason = reason
    }
    await sleep(delayMs, undefined, { signal, ref: false }).catch(() => undefined)
    delayMs = Math.min(delayMs * 2, MAX_DELAY_MS)
  }
  return null
}

/**
 * Limits the size of the server's log, and disconnects from a server that shuts down after SIGTERM, because
 * it accepts no new connections.
 */
function watchServer(connection: SupervisorConnection, { clusterDir, logFile }: Supervision): () => void {
  const check = async (): Promise<void> => {
    await boundServerLog(logFile)
    const file = await readPidFile(clusterDir)
    if (file?.pid === connection.serverPid && file.status === 'stopping') await disconnect(connection)
  }
  const timer = setInterval(() => void check(), CHECK_INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}

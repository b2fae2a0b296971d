import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'

import { APP_DATABASE, SERVER_PORT, SERVER_USER } from './cluster-place.server.ts'
import { EmbeddedServerError, errorCode } from './embedded-error.server.ts'

// 'plinth' in ASCII. Advisory locks are per database; the app never uses this one, so it cannot collide.
const PRESENCE_LOCK = 0x706c696e7468
// Not the app's database: a connection there would stand in the way of copying, renaming or restoring it.
const KEEPER_DATABASE = 'postgres'
const CONNECT_TIMEOUT_MS = 5_000
const QUERY_TIMEOUT_MS = 60_000
const LEAVE_ATTEMPTS = 10
const LEAVE_PAUSE_MS = 25
const SETTINGS_THAT_KEEP_DATA = ['fsync', 'synchronous_commit', 'full_page_writes']

/**
 * One process's presence at a server: a connection that holds a shared lock for as long as the process lives.
 */
export type Keeper = {
  client: Client
  socket: Socket
  /** Folder of the socket. */
  host: string
  serverPid: number
  /** Resolves when the connection has ended, whoever ended it. Never rejects. */
  ended: Promise<void>
  hasEnded: () => boolean
}

/** Connects without declaring presence yet. Rejects as pg does; nothing of it can end the process later. */
export async function connectKeeper(host: string, serverPid: number): Promise<Keeper> {
  const socket = new Socket()
  const client = new Client({
    stream: () => socket,
    host,
    port: SERVER_PORT,
    user: SERVER_USER,
    database: KEEPER_DATABASE,
    application_name: 'plinth keeper',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    // Said here, so that PG* variables of the environment say nothing.
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
 * Checks that the server keeps what it acknowledges, creates the app's database when missing and declares
 * presence. Only under the lock. Throws EmbeddedServerError when a setting would lose data.
 */
export async function moveIn({ client }: Keeper, clusterDir: string): Promise<void> {
  const { rows } = await client.query<{ switched_off: string[]; has_database: boolean }>(
    `select coalesce((select array_agg(name::text order by name) from pg_settings where name = any($1) and setting = 'off'), '{}') as switched_off,
            exists (select from pg_database where datname = $2) as has_database,
            pg_advisory_lock_shared($3)`,
    [SETTINGS_THAT_KEEP_DATA, APP_DATABASE, PRESENCE_LOCK],
  )
  const switchedOff = rows[0]?.switched_off ?? []
  if (switchedOff.length > 0) {
    throw new EmbeddedServerError(
      `The embedded database in ${clusterDir} runs with ${switchedOff.join(' and ')} off and would lose data it has acknowledged: ` +
        'take that out of its postgresql.conf and postgresql.auto.conf, or set DATABASE_URL to another server.',
    )
  }
  if (!rows[0]?.has_database) await createAppDatabase(client)
}

async function createAppDatabase(client: Client): Promise<void> {
  try {
    await client.query(`create database ${APP_DATABASE}`)
  } catch (error) {
    // A start that was killed here had begun it, and the server has finished it meanwhile.
    if (!['42P04', '23505'].includes(errorCode(error) ?? '')) throw error
  }
}

/** Takes presence back and ends the connection. True when nobody else is present. Only under the lock. */
export async function moveOut(keeper: Keeper): Promise<boolean> {
  try {
    await keeper.client.query('select pg_advisory_unlock_all()')
    // The server needs a moment to notice that a process was killed.
    for (let attempt = 0; attempt < LEAVE_ATTEMPTS; attempt++) {
      const { rows } = await keeper.client.query<{ alone: boolean }>(
        'select pg_try_advisory_lock($1) as alone',
        [PRESENCE_LOCK],
      )
      if (rows[0]?.alone) return true
      await sleep(LEAVE_PAUSE_MS)
    }
    return false
  } finally {
    await closeKeeper(keeper)
  }
}

/** Ends the connection; the server takes the presence back by itself. Never throws. */
export async function closeKeeper({ client, ended, hasEnded }: Keeper): Promise<void> {
  if (hasEnded()) return
  await Promise.race([client.end().catch(() => undefined), ended])
}

import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '#/core/log/log.server.ts'
import { isUnavailable } from './database-error.server.ts'
import { openPool, type GuardedPool, type Query } from './pool.server.ts'
import { tracedQuery } from './traced-query.server.ts'

// How long a statement waits for a replica that is behind.
const WAIT_MS = 100
const CHECK_TIMEOUT_MS = 1_000

/** A position in the write-ahead log. Those of two timelines can't be compared. */
export type Position = { timeline: number; lsn: bigint }

const isAtLeast = (seen: Position | undefined, at: Position): boolean =>
  seen?.timeline === at.timeline && seen.lsn >= at.lsn

/** A server's cluster and database, the same on a standby: two with one identity hold the same rows. */
export const IDENTITY = `(select system_identifier from pg_control_system())
  || '/' || (select oid from pg_database where datname = current_database()) as identity`

// After a failover the timeline is known at once to a role with pg_read_all_stats, which sees `received_tli`;
// to others with the next restart point. `lsn` is null unless the server replays.
const STATE: pg.QueryConfig = Object.assign(
  {
    name: 'replica_state',
    text: `select ${IDENTITY}, greatest(c.timeline_id, r.min_recovery_end_timeline,
        (select received_tli from pg_stat_wal_receiver)) as timeline,
      case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::text end as lsn
      from pg_control_checkpoint() c, pg_control_recovery() r`,
  },
  { query_timeout: CHECK_TIMEOUT_MS },
)
type State = { identity: string; timeline: number; lsn: string | null }

export async function readState(client: pg.ClientBase | pg.Pool): Promise<State | undefined> {
  return (await client.query<State>(STATE)).rows[0]
}

class BehindError extends Error {
  override name = 'BehindError'
}

/** A standby, or several behind a balancer: what they have replayed is known of each connection. */
export class Replica {
  /** False while it doesn't respond, is too far behind or is no standby. Only `check` makes it true. */
  isUsable = false
  /** How far it still was behind after a check; undefined while that is unknown. */
  lagBytes: number | undefined
  readonly #pool: GuardedPool
  readonly #probe: GuardedPool
  readonly #identity: string
  readonly #log: Log
  readonly #seen = new WeakMap<pg.PoolClient, Position>()
  readonly #busy = new Set<pg.PoolClient>()
  #failures = 0

  constructor(connection: pg.PoolConfig, { identity, log }: { identity: string; log: Log }) {
    const config = {
      ...connection,
      isPooled: false,
      connectionTimeoutMillis: CHECK_TIMEOUT_MS,
      // A standby that is promoted would take writes.
      options: '-c default_transaction_read_only=on',
    }
    this.#pool = openPool({ max: 10, ...config }, log)
    this.#probe = openPool({ ...config, max: 1, query_timeout: CHECK_TIMEOUT_MS, isDivided: false }, log)
    this.#identity = identity
    this.#log = log
  }

  /** Runs a statement on a connection that has replayed everything up to `at`. Throws if there is none. */
  async query(query: Query, values: unknown[] | undefined, at: Position): Promise<pg.QueryResult> {
    const leave = await this.#pool.share.enter()
    try {
      return await this.#on(this.#pool, async (client) => {
        await this.#reach(client, at)
        return tracedQuery(query, () => client.query(query as pg.QueryConfig, values), this.#log)
      })
    } finally {
      leave(false)
    }
  }

  /** Makes it usable if it responds and is close enough to the primary's position. */
  async check(position: () => Promise<Position>): Promise<void> {
    let lagBytes: number | undefined
    try {
      const at = await position()
      await this.#on(this.#probe, async (client) => {
        // What it knew is enough while nothing is written, but not that it responds.
        this.#seen.delete(client)
        try {
          await this.#reach(client, at)
        } finally {
          const seen = this.#seen.get(client)
          lagBytes = seen && Math.max(0, Number(at.lsn - seen.lsn))
        }
      })
      this.isUsable = true
      this.#failures = 0
    } catch (error) {
      this.isUsable = false
      this.#failures += 1
      // It hangs: what waits for it fails now and is answered by the primary.
      if (this.#failures > 1 && !(error instanceof BehindError))
        for (const client of this.#busy) void (client as unknown as pg.Client).end()
      throw error
    } finally {
      this.lagBytes = lagBytes
    }
  }

  /** Takes the failure of a statement: until the next check, those after it don't try. */
  failed(error: unknown): void {
    if (error instanceof BehindError || isUnavailable(error)) this.isUsable = false
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.end(), this.#probe.end()])
  }

  async #on<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    this.#busy.add(client)
    let isBroken = true
    try {
      const result = await work(client)
      isBroken = false
      return result
    } catch (error) {
      isBroken = !(error instanceof BehindError)
      throw error
    } finally {
      this.#busy.delete(client)
      client.release(isBroken)
    }
  }

  async #reach(client: pg.PoolClient, at: Position): Promise<void> {
    if (isAtLeast(this.#seen.get(client), at)) return
    for (let waitedMs = 0, nextMs = 1; ; waitedMs += nextMs, nextMs *= 2) {
      const { identity, timeline, lsn } = (await readState(client)) ?? {}
      if (identity !== this.#identity || timeline === undefined || typeof lsn !== 'string')
        throw new BehindError('It is no standby of DATABASE_URL')
      const seen = { timeline, lsn: BigInt(lsn) }
      this.#seen.set(client, seen)
      if (isAtLeast(seen, at)) return
      if (timeline !== at.timeline) throw new BehindError('It has not followed a failover yet')
      if (waitedMs + nextMs > WAIT_MS)
        throw new BehindError(`It is ${String(at.lsn - seen.lsn)} bytes behind the primary`)
      await pause(nextMs)
    }
  }
}

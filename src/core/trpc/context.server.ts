import type { Actor } from '#/core/access/actor.ts'
import type { Embedding } from '#/core/ai/embedding.server.ts'
import type { Db } from '#/core/db/database.server.ts'
import type { Live } from '#/core/realtime/live.server.ts'
import type { Log } from '#/core/log/log.server.ts'
import type { Storage } from '#/core/storage/storage.server.ts'

/** What every verb gets beside its input. `db` is the pool, or the transaction a caller opened. */
export type VerbContext = {
  db: Db
  actor: Actor
  log: Log
  storage: Storage
  /** Undefined while no embedding model is configured. */
  embedding: Embedding | undefined
  /** Announcements of changes, for verbs that stream. */
  live: Live
  /** Who asks, read anew: for verbs that run long enough for a session to end or a role to change. */
  actorNow(): Promise<Actor>
  /** Aborted when the client has gone. */
  signal: AbortSignal
}

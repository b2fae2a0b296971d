import type { Actor } from '#/access/actor.ts'
import type { Embedding } from '#/ai/embedding.server.ts'
import type { Db } from '#/db/database.server.ts'
import type { Live } from '#/realtime/live.server.ts'
import type { Log } from '#/log/log.server.ts'
import type { Storage } from '#/storage/storage.server.ts'

/** The first argument of every verb. `db` is the pool, or the transaction of the caller. */
export type VerbContext = {
  db: Db
  actor: Actor
  log: Log
  storage: Storage
  /** Undefined without an embedding model. */
  embedding: Embedding | undefined
  /** Announcements, for verbs that stream. */
  live: Live
  /** Reloads the actor, for verbs that run long enough for a session to end or a role to change. */
  actorNow(): Promise<Actor>
  /** Aborted when the client disconnects. */
  signal: AbortSignal
  /** For the calls of a batch: how many bytes their results may still have together. */
  room?: { bytes: number }
}

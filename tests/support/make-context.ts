import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Actor } from '@plinth/core/access/actor.ts'
import type { Db } from '@plinth/core/db/database.server.ts'
import type { VerbContext } from '@plinth/core/trpc/context.server.ts'
import type { Live } from '@plinth/core/realtime/live.server.ts'
import { LongWork } from '@plinth/core/realtime/long-work.server.ts'
import type { Stream } from '@plinth/core/realtime/stream.server.ts'
import { openPlaces } from '@plinth/core/realtime/stream-places.server.ts'
import { testLog } from './test-database.ts'
import { openTestStorage } from './test-storage.ts'

const folder = path.join(tmpdir(), `plinth-test-files-${process.pid}`)
const storage = await openTestStorage(folder)
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const live: Live = {
  changes() {
    throw new Error('A test of a stream gives it a Live of its own')
  },
  places: openPlaces(),
  listening: () => 0,
  work: new LongWork(),
  endUpdates() {},
  updatesOver: new AbortController().signal,
  close: async () => {},
}

/**
 * The context of a verb, with real services and the given user. `parts` overrides single ones, such as an
 * aborted signal.
 */
export function makeContext(db: Db, actor: Actor, parts: Partial<VerbContext> = {}): VerbContext {
  return {
    db,
    actor,
    log: testLog,
    storage,
    embedding: undefined,
    live,
    actorNow: async () => actor,
    signal: new AbortController().signal,
    ...parts,
  }
}

/** A stream whose user never loses access. */
export function endlessStream(): Stream {
  const over = new AbortController()
  return { signal: over.signal, markActive() {}, end: () => over.abort() }
}

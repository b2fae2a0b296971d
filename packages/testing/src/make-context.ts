import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Actor } from '@plinth/core/access'
import type { Db } from '@plinth/core/database/server'
import type { VerbContext } from '@plinth/core/verb/server'
import type { Live, Stream } from '@plinth/core/live/server'
import { LongWork } from '@plinth/core/internal/realtime/long-work.server.ts'
import { openPlaces } from '@plinth/core/internal/realtime/stream-places.server.ts'
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

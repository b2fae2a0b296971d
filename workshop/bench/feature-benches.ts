import { globSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import type { HttpClient } from '@plinth/testing/http-client.ts'
import type { Bench } from './report.ts'

/** What a feature brings to the benches: `benches` of workshop/features/NAME/benches.ts. */
export type FeatureBenches = {
  /** Its own, by the name that `npm run bench` takes. */
  own?: Readonly<Record<string, () => Promise<Bench>>>
  /** Fills the workspace whose pages are measured. */
  fill?(client: HttpClient): Promise<void>
  /** Queries that are measured beside the pages. */
  queries?: readonly string[]
  /** What a user does in the mixed load, each act again and again with that many seconds between. */
  load?: readonly { everySeconds: number; act(client: HttpClient, url: string): Promise<unknown> }[]
  /** What grows with its use: `grow` makes the workspace of a demo user that large, `read` is a request. */
  growth?: readonly {
    what: string
    sizes: readonly number[]
    grow(database: pg.Client, size: number): Promise<unknown>
    read(client: HttpClient): Promise<unknown>
  }[]
  /** A write that is counted while the cluster of `npm run cluster -- drill` has faults. */
  counted?: CountedWrite
}

export type CountedWrite = {
  /** Writes once per key, however often it is sent. */
  send(client: HttpClient, key: string, signal: AbortSignal): Promise<Response>
  /** How often the write of each key took effect; without those that did not. */
  stored(database: pg.Client, keys: readonly string[]): Promise<ReadonlyMap<string, number>>
}

const root = path.resolve(import.meta.dirname, '../..')

export const featureBenches: readonly FeatureBenches[] = await Promise.all(
  globSync('workshop/features/*/benches.ts', { cwd: root })
    .toSorted()
    .map(async (file) => {
      const { benches } = (await import(pathToFileURL(path.join(root, file)).href)) as {
        benches: FeatureBenches
      }
      return benches
    }),
)

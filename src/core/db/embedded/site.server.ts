import type { Binaries } from './binaries.server.ts'
import type { ClusterPlace } from './cluster-place.server.ts'

/** What pino offers, as far as the embedded server uses it. */
export type EmbeddedLog = Record<'info' | 'warn' | 'error', (details: object, message: string) => void>

export type Site = {
  binaries: Binaries
  place: ClusterPlace
  log: EmbeddedLog
  /** Aborted when this process leaves: ends waiting. */
  signal?: AbortSignal
}

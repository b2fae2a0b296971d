import { Shares } from '#/http/shares.server.ts'

/** The kinds of streams: live updates, which are mostly idle; answers and downloads, which finish. */
export type StreamKind = 'updates' | 'answers'

const RETRY_AFTER_SECONDS = 10
// Enough for many tabs in several browsers.
const perOwner = { max: 20, code: 'errors:tooManyStreams', retryAfterSeconds: RETRY_AFTER_SECONDS }
const placesFor = (total: number) => new Shares({ total, perOwner, retryAfterSeconds: RETRY_AFTER_SECONDS })

/**
 * The places for streams, by user: each keeps a connection open, and each change or part of an answer queries
 * the database. When all are taken, a user gets the place of one who holds at least two more.
 */
export const openPlaces = (): Record<StreamKind, Shares> => ({
  updates: placesFor(300),
  answers: placesFor(100),
})

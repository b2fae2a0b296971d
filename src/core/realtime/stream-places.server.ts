import { AppError } from '#/lib/app-error.ts'

/** Enough for many tabs in several browsers. */
export const STREAMS_PER_USER = 20
/** Each stream keeps a connection open and queries the database at every change. */
export const STREAMS_PER_INSTANCE = 300
const RETRY_AFTER_SECONDS = 10

/** Counts the open streams of each user on this instance. */
export class StreamPlaces {
  readonly #byUser = new Map<string, number>()
  #taken = 0

  get taken(): number {
    return this.#taken
  }

  /** The error when this user may not open another stream; undefined otherwise. */
  errorFor(userId: string): AppError | undefined {
    const retryAfterSeconds = RETRY_AFTER_SECONDS
    const own = this.#byUser.get(userId) ?? 0
    if (own >= STREAMS_PER_USER)
      return new AppError('limit', 'errors:tooManyStreams', { max: STREAMS_PER_USER, retryAfterSeconds })
    return this.#taken < STREAMS_PER_INSTANCE
      ? undefined
      : new AppError('unavailable', 'errors:unavailable', { retryAfterSeconds })
  }

  /**
   * Takes a place and returns the function that releases it. Throws limit when the user has too many streams,
   * unavailable when this instance has.
   */
  take(userId: string): () => void {
    const error = this.errorFor(userId)
    if (error) throw error
    this.#taken += 1
    this.#byUser.set(userId, (this.#byUser.get(userId) ?? 0) + 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#taken -= 1
      const left = (this.#byUser.get(userId) ?? 1) - 1
      if (left === 0) this.#byUser.delete(userId)
      else this.#byUser.set(userId, left)
    }
  }
}

import { AppError } from '#/lib/app-error.ts'

/** Enough for many tabs in several browsers. */
export const STREAMS_PER_USER = 20
const RETRY_AFTER_SECONDS = 10

/** A place of an open stream. `end` is called when another user needs it more, or this instance stops. */
type Place = { end: () => void }
export type TakenPlace = {
  /** Makes this the user's most recently active stream. */
  markActive(): void
  /** Releases the place. Idempotent. */
  leave(): void
}

/**
 * The places for streams of one kind on this instance, divided fairly: when all are taken, a user gets the
 * place of a user who holds at least two more. So nobody can take all of them, and each user's share shrinks
 * as users come.
 */
export class StreamPlaces {
  readonly #size: number
  // A user's places, least recently active first.
  readonly #byUser = new Map<string, Set<Place>>()
  #taken = 0
  #isClosed = false

  constructor(size: number) {
    this.#size = size
  }

  get taken(): number {
    return this.#taken
  }

  /** The error when this user may not open another stream; undefined otherwise. */
  errorFor(userId: string): AppError | undefined {
    const retryAfterSeconds = RETRY_AFTER_SECONDS
    if (this.#heldBy(userId) >= STREAMS_PER_USER)
      return new AppError('limit', 'errors:tooManyStreams', { max: STREAMS_PER_USER, retryAfterSeconds })
    return this.#taken < this.#size || this.#greediest(userId)
      ? undefined
      : new AppError('unavailable', 'errors:unavailable', { retryAfterSeconds })
  }

  /**
   * Takes a place, if necessary by ending the stream of the greediest user that was idle for longest. Throws
   * limit when the user has too many streams, unavailable when all places are taken and nobody has more.
   */
  take(userId: string, end: () => void): TakenPlace {
    const error = this.errorFor(userId)
    if (error) throw error
    if (this.#isClosed) {
      end()
      return { markActive() {}, leave() {} }
    }
    if (this.#taken >= this.#size) this.#makeRoom(userId)
    const places = this.#byUser.get(userId) ?? new Set()
    this.#byUser.set(userId, places)
    const place = { end }
    places.add(place)
    this.#taken += 1
    return {
      markActive: () => {
        if (places.delete(place)) places.add(place)
      },
      leave: () => this.#remove(userId, place),
    }
  }

  /** Ends all streams, and from now on every new one at once. */
  close(): void {
    this.#isClosed = true
    const open = [...this.#byUser.values()].flatMap((places) => [...places])
    for (const { end } of open) end()
  }

  #heldBy(userId: string): number {
    return this.#byUser.get(userId)?.size ?? 0
  }

  /** The user with the most places; undefined unless these are at least two more than the other user's. */
  #greediest(other: string): string | undefined {
    let most = this.#heldBy(other) + 1
    let greediest: string | undefined
    for (const [userId, { size }] of this.#byUser) if (size > most) [greediest, most] = [userId, size]
    return greediest
  }

  #makeRoom(userId: string): void {
    const greediest = this.#greediest(userId) ?? userId
    const [idlest] = this.#byUser.get(greediest) ?? []
    if (!idlest) return
    this.#remove(greediest, idlest)
    idlest.end()
  }

  #remove(userId: string, place: Place): void {
    const places = this.#byUser.get(userId)
    if (!places?.delete(place)) return
    this.#taken -= 1
    if (places.size === 0) this.#byUser.delete(userId)
  }
}

/** The kinds of streams: live updates, which are mostly idle; answers and downloads, which finish. */
export type StreamKind = 'updates' | 'answers'

/** Each stream keeps a connection open, and each change or part of an answer queries the database. */
export const openPlaces = (): Record<StreamKind, StreamPlaces> => ({
  updates: new StreamPlaces(300),
  answers: new StreamPlaces(100),
})

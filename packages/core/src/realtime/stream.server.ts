import { accessErrorOf, authorize, type AccessRule } from '#/access/access.ts'
import type { Actor } from '#/access/actor.ts'
import { AppError } from '#/lib/app-error.ts'
import type { Live } from './live.server.ts'
import type { StreamKind } from './stream-places.server.ts'

/** The topic on which the database announces changes to a user's access (migration `access_announced`). */
export const accessTopic = (userId: string): string => `access:${userId}`

/** Polls without an announcement too, because the expiry of a session is not announced. */
const POLL_MS = 30_000
const RETRY_MS = 1_000

type Watch = { userId: string; signal: AbortSignal; mayGoOn: () => Promise<boolean> }

/**
 * Resolves with `lost` when `mayGoOn` returns false; with `over` when the signal is aborted or this instance
 * stops. `mayGoOn` is called immediately, whenever the user's access may have changed on any instance, and
 * every 30 s. It is retried while the database is down.
 */
export async function watchAccess(live: Live, { userId, signal, mayGoOn }: Watch): Promise<'lost' | 'over'> {
  for await (const _ of live.changes([accessTopic(userId)], signal, POLL_MS)) {
    if (!(await untilKnown(mayGoOn, signal))) return 'lost'
  }
  return 'over'
}

async function untilKnown(mayGoOn: Watch['mayGoOn'], signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    try {
      return await mayGoOn()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref())
    }
  }
  return true
}

/** A client's stream. `end` aborts its signal, which releases everything the stream holds. */
export type Stream = {
  /**
   * Aborted when the client disconnects, loses access or its place (the reason is an AppError), or this
   * instance stops.
   */
  signal: AbortSignal
  /** Called whenever something is sent: of several streams, the idlest makes room for another user. */
  markActive(): void
  end(): void
}

/** The part of a verb's context that a stream needs. */
export type StreamContext = { actor: Actor; actorNow(): Promise<Actor>; live: Live; signal: AbortSignal }

type Bounds = {
  kind?: StreamKind
  /** Also ends when another workspace becomes active. */
  isOfWorkspace?: boolean
  /** Keeps running when this instance stops: it finishes soon and can't be resumed elsewhere. */
  outlastsStop?: boolean
}

/**
 * Opens a stream for the context's user. It is aborted within a second after the user loses the access of
 * `rule`, within 30 s after the session expires. The caller must end it on every path. Throws
 * unauthenticated, forbidden, limit, unavailable.
 */
export function openStream(
  ctx: StreamContext,
  rule: AccessRule,
  { kind = 'answers', isOfWorkspace = false, outlastsStop = false }: Bounds = {},
): Stream {
  const { userId, workspace } = authorize(ctx.actor, rule)
  const over = new AbortController()
  const { markActive, leave } = ctx.live.places[kind].enter(userId, 1, (error) => over.abort(error))
  const stops = kind === 'updates' ? [ctx.live.updatesOver] : []
  const signal = AbortSignal.any([ctx.signal, over.signal, ...stops])
  if (signal.aborted) leave()
  else signal.addEventListener('abort', leave, { once: true })
  let lost: AppError | undefined
  async function mayGoOn(): Promise<boolean> {
    lost = errorFor(await ctx.actorNow())
    return lost === undefined
  }
  function errorFor(now: Actor): AppError | undefined {
    const error = accessErrorOf(now, rule)
    if (error || now.kind === 'anonymous' || now.userId !== userId)
      return error ?? new AppError('unauthenticated', 'errors:signInFirst')
    const isElsewhere = now.workspace.organizationId !== workspace.organizationId
    return isOfWorkspace && isElsewhere ? new AppError('not_found', 'errors:notFound') : undefined
  }
  async function watch(): Promise<void> {
    const end = await watchAccess(ctx.live, { userId, signal, mayGoOn })
    if (end === 'lost' || !outlastsStop) over.abort(lost)
  }
  void watch()
  return { signal, markActive, end: () => over.abort() }
}

/**
 * Yields like `Live.changes` for one topic of the active workspace, while `rule` allows the context's user.
 * Throws unauthenticated when the session ends, and AbortError when the stream loses its place or this
 * instance stops; ends without an error on any other loss of access and when the client disconnects.
 */
export async function* followTopic(
  ctx: StreamContext,
  rule: AccessRule,
  topic: string,
): AsyncGenerator<void, void, void> {
  const stream = openStream(ctx, rule, { kind: 'updates', isOfWorkspace: true })
  try {
    for await (const _ of ctx.live.changes([topic], stream.signal)) {
      stream.markActive()
      yield
    }
    const reason: unknown = stream.signal.reason
    if (reason instanceof AppError && reason.kind === 'unauthenticated') throw reason
    const isLost = reason instanceof AppError && reason.kind !== 'unavailable'
    // tRPC closes the connection without telling the browser that the stream is complete, so it reconnects.
    if (!isLost && !ctx.signal.aborted) throw new DOMException('The stream was interrupted', 'AbortError')
  } finally {
    stream.end()
  }
}

/**
 * Calls `respond` and ends the stream if it throws. Otherwise the body ends the stream: see `streamBody`.
 * Throws the reason if the stream lost its access or its place meanwhile, instead of a body that is cut at
 * once.
 */
export async function withStream(
  stream: Stream,
  respond: (stream: Stream) => Promise<Response>,
): Promise<Response> {
  try {
    const response = await respond(stream)
    const { reason } = stream.signal as { reason: unknown }
    if (reason instanceof AppError) throw reason
    return response
  } catch (error) {
    stream.end()
    throw error
  }
}

/**
 * Creates a response body from a generator, read at the client's pace. Generator and stream end when the body
 * completes, the generator throws, the client disconnects or the stream is aborted. The generator must stop
 * waiting when `stream.signal` is aborted.
 */
export function streamBody<Item>(
  stream: Stream,
  items: AsyncGenerator<Item, void, void>,
): ReadableStream<Item> {
  let isOver = false
  function finish(): void {
    isOver = true
    stream.end()
    void items.return().catch(() => {})
  }
  return new ReadableStream<Item>({
    start(controller) {
      function cut(): void {
        if (isOver) return
        finish()
        // An error instead of a close: the client must not mistake a partial body for a complete one.
        controller.error(new Error('The stream was cut', { cause: stream.signal.reason }))
      }
      if (stream.signal.aborted) cut()
      else stream.signal.addEventListener('abort', cut, { once: true })
    },
    async pull(controller) {
      try {
        const { value, done } = await items.next()
        if (isOver) return
        if (done) {
          finish()
          controller.close()
        } else {
          stream.markActive()
          controller.enqueue(value)
        }
      } catch (error) {
        if (isOver) return
        finish()
        throw error
      }
    },
    cancel: finish,
  })
}

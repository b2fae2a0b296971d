import { accessErrorOf, authorize, type AccessRule } from '#/core/access/access.ts'
import type { Actor } from '#/core/access/actor.ts'
import { AppError } from '#/lib/app-error.ts'
import type { Live } from './live.server.ts'

/** The database announces here whatever may take access from a user (migration `access_announced`). */
export const accessTopic = (userId: string): string => `access:${userId}`

/** Also without an announcement: a session that expires is announced by nobody. */
const LOOK_MS = 30_000
const RETRY_MS = 1_000

type Watch = { userId: string; signal: AbortSignal; mayGoOn: () => Promise<boolean> }

/**
 * Resolves with `lost` as soon as `mayGoOn` answers false, which is asked at once, whenever the user's access
 * may have changed on any instance, and every 30 s; with `over` when the signal is aborted or this instance
 * stops. While the database is away nothing is known, and it asks again.
 */
export async function watchAccess(live: Live, { userId, signal, mayGoOn }: Watch): Promise<'lost' | 'over'> {
  for await (const _ of live.changes([accessTopic(userId)], signal, LOOK_MS)) {
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

/** What a client follows. Everything it holds is released when its signal is aborted, which `end` does. */
export type Stream = {
  /**
   * Aborted when the client leaves, loses access (with an AppError for its reason), or this instance stops.
   */
  signal: AbortSignal
  end(): void
}

/** The part of a verb's context that a stream needs. */
type StreamContext = { actor: Actor; actorNow(): Promise<Actor>; live: Live; signal: AbortSignal }

type Bounds = {
  /** Cut also when another workspace becomes active. */
  isOfWorkspace?: boolean
  /** Not cut when this instance is told to stop: it is over soon, and can't be taken up elsewhere. */
  outlastsStop?: boolean
}

/**
 * Begins a stream to the user behind the context, which is cut within a second of losing what `rule` asks.
 * The caller ends it, on every path. Throws unauthenticated, forbidden, limit, unavailable.
 */
export function openStream(
  ctx: StreamContext,
  rule: AccessRule,
  { isOfWorkspace = false, outlastsStop = false }: Bounds = {},
): Stream {
  const { userId, workspace } = authorize(ctx.actor, rule)
  const leave = ctx.live.places.take(userId)
  const over = new AbortController()
  const signal = AbortSignal.any([ctx.signal, over.signal])
  if (signal.aborted) leave()
  else signal.addEventListener('abort', leave, { once: true })
  let refusal: AppError | undefined
  async function mayGoOn(): Promise<boolean> {
    refusal = refusalIn(await ctx.actorNow())
    return refusal === undefined
  }
  function refusalIn(now: Actor): AppError | undefined {
    const refused = accessErrorOf(now, rule)
    if (refused || now.kind === 'anonymous' || now.userId !== userId)
      return refused ?? new AppError('unauthenticated', 'errors:signInFirst')
    const isElsewhere = now.workspace.organizationId !== workspace.organizationId
    return isOfWorkspace && isElsewhere ? new AppError('not_found', 'errors:notFound') : undefined
  }
  async function watch(): Promise<void> {
    const end = await watchAccess(ctx.live, { userId, signal, mayGoOn })
    if (end === 'lost' || !outlastsStop) over.abort(refusal)
  }
  void watch()
  return { signal, end: () => over.abort() }
}

/**
 * Yields as `Live.changes` does for one topic of the active workspace, for as long as the user behind the
 * context may follow it by `rule`. Throws unauthenticated when the session ends; another loss of access ends
 * it without an error, as leaving does.
 */
export async function* followTopic(
  ctx: StreamContext,
  rule: AccessRule,
  topic: string,
): AsyncGenerator<void, void, void> {
  const stream = openStream(ctx, rule, { isOfWorkspace: true })
  try {
    yield* ctx.live.changes([topic], stream.signal)
    const reason: unknown = stream.signal.reason
    if (reason instanceof AppError && reason.kind === 'unauthenticated') throw reason
  } finally {
    stream.end()
  }
}

/**
 * Answers with a stream, which ends when no answer comes of it. The body of the answer ends it otherwise: see
 * `streamBody`.
 */
export async function withStream(
  stream: Stream,
  respond: (stream: Stream) => Promise<Response>,
): Promise<Response> {
  try {
    return await respond(stream)
  } catch (error) {
    stream.end()
    throw error
  }
}

/**
 * What a generator yields, as a body read at its reader's pace. However it ends (all was said, the generator
 * throws, the reader leaves, the stream is cut), generator and stream end with it. The generator must wait
 * for nothing longer than `stream.signal` lasts.
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
        // Not closed: the reader must not take what came for the whole.
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
        } else controller.enqueue(value)
      } catch (error) {
        if (isOver) return
        finish()
        throw error
      }
    },
    cancel: finish,
  })
}

import { TRPCError, type AnyTRPCRouter } from '@trpc/server'
import { accessErrorOf } from '#/access/access.ts'
import type { Actor } from '#/access/actor.ts'
import { ACTOR_HEADER, markOf } from '#/auth/viewer.ts'
import { outgoingError } from '#/db/outgoing-error.server.ts'
import { errorJson } from '#/http/error-json.server.ts'
import { receiveForm, type ReceivedForm } from '#/http/receive-form.server.ts'
import type { Shares } from '#/http/shares.server.ts'
import type { Storage } from '#/storage/storage.server.ts'
import { AppError, statusByKind } from '#/lib/app-error.ts'
import type { VerbContext } from './context.server.ts'
import { eventStream } from './event-stream.server.ts'
import { proceduresOf, wireReady, type ProcedureMeta } from './trpc.server.ts'

type Answered = { ctx?: VerbContext; errors: readonly TRPCError[]; info?: unknown }

/**
 * The response headers: no caching, the actor mark, Retry-After for a limit; and a status that tRPC lacks.
 */
export function responseMeta({ ctx, errors, info }: Answered): { headers: Headers; status?: number } {
  const headers = new Headers({ 'cache-control': 'no-store' })
  if (ctx?.actor.kind === 'user') headers.set(ACTOR_HEADER, markOf(ctx.actor))
  // tRPC sets no content type for a request that it can't parse.
  if (!info) headers.set('content-type', 'application/json')
  const waits = errors.flatMap(({ cause }) =>
    cause instanceof AppError && cause.params.retryAfterSeconds ? [cause.params.retryAfterSeconds] : [],
  )
  if (waits.length > 0) headers.set('retry-after', String(Math.max(...waits)))
  const [error, ...others] = errors
  // tRPC has no code for it.
  const isFull =
    others.length === 0 && error?.cause instanceof AppError && error.cause.kind === 'storage_full'
  return isFull ? { headers, status: statusByKind.storage_full } : { headers }
}

type Streaming = { places: Shares; createContext: () => Promise<VerbContext> }

/**
 * The response to a subscription; undefined for any other call. A rejected one gets the status of its error:
 * tRPC itself would start the stream with 200 and send the error as its first event.
 */
export async function answerSubscription(
  router: AnyTRPCRouter,
  request: Request,
  { places, createContext }: Streaming,
): Promise<Response | undefined> {
  const { name, type, meta } = procedureOf(router, request)
  if (type !== 'subscription' || request.method !== 'GET' || !meta?.rule) return undefined
  const ctx = await createContext()
  const { actor } = ctx
  const error =
    accessErrorOf(actor, meta.rule) ?? (actor.kind === 'user' ? places.errorFor(actor.userId, 1) : undefined)
  if (!error) {
    const { headers } = responseMeta({ ctx, errors: [], info: true })
    headers.set('content-type', 'text/event-stream')
    // Proxies pass on each event as it comes.
    headers.set('cache-control', 'no-store, no-transform')
    headers.set('x-accel-buffering', 'no')
    return new Response(eventStream({ router, path: name, request, ctx }), { headers })
  }
  return errorJson(outgoingError(error))
}

type Called = { name: string; type?: string; meta?: ProcedureMeta }

/** The called procedure; type and metadata are undefined for an unknown one and for a batch. */
function procedureOf(router: AnyTRPCRouter, request: Request): Called {
  // Read as tRPC reads it: decoded, without the slashes around it.
  const called = new URL(request.url).pathname.slice('/api/trpc/'.length)
  const name = decodeURIComponent(called.replace(/^\/|\/$/g, ''))
  const procedures = proceduresOf(router)
  const { type, meta } = Object.hasOwn(procedures, name) ? (procedures[name]?._def ?? {}) : {}
  return { name, type, meta }
}

type Receiving = { storage: Storage; actorOf: () => Promise<Actor> }

/**
 * Wraps a request so that its form is received only when tRPC reads it: after the procedure's access check
 * and within its upload rule. Forms for procedures without uploads are never read. The file stays on the disk
 * until `end`.
 */
export function withForm(router: AnyTRPCRouter, request: Request, { storage, actorOf }: Receiving) {
  const { meta } = procedureOf(router, request)
  let received: ReceivedForm | undefined
  const receive = async (): Promise<FormData> => {
    const actor = await actorOf()
    if (!meta?.upload || actor.kind !== 'user')
      throw new AppError('invalid', 'errors:malformed', { field: 'input' })
    received = await receiveForm(request, {
      rule: meta.upload,
      userId: actor.userId,
      hold: (source, facts) => storage.hold(source, facts),
    })
    return received.form
  }
  const formData = () =>
    receive().catch((error: unknown) => {
      // tRPC reports every error while reading an input as a client error.
      throw (
        wireReady(error) ??
        new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: 'errors:unexpected', cause: error })
      )
    })
  return {
    request: Object.defineProperty(request, 'formData', { value: formData }),
    end: async () => received?.release(),
  }
}

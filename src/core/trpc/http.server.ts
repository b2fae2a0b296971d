import type { AnyTRPCRouter, TRPCError } from '@trpc/server'
import { refusalOf, type AccessRule } from '#/core/access/access.ts'
import type { Actor } from '#/core/access/actor.ts'
import { ACTOR_HEADER, markOf } from '#/core/auth/viewer.ts'
import { jsonRefusal } from '#/core/http/data-answer.server.ts'
import { currentRequest } from '#/core/log/request-scope.server.ts'
import type { StreamPlaces } from '#/core/realtime/stream-places.server.ts'
import { AppError, statusByKind } from '#/lib/app-error.ts'
import type { VerbContext } from './context.server.ts'

/** Calls in one batch; more is refused with 400. */
export const TRPC_BATCH_MAX = 20

type Answered = { ctx?: VerbContext; errors: readonly TRPCError[]; info?: unknown }

/** Headers of a tRPC answer: never cached, as whom it was given, and when a limit was hit, when to come back. */
export function responseMeta({ ctx, errors, info }: Answered): { headers: Headers } {
  const headers = new Headers({ 'cache-control': 'no-store' })
  if (ctx?.actor.kind === 'user') headers.set(ACTOR_HEADER, markOf(ctx.actor))
  // For a request it could not even take apart, tRPC names no content type.
  if (!info) headers.set('content-type', 'application/json')
  const waits = errors.flatMap(({ cause }) => (cause instanceof AppError && cause.params.retryAfterSeconds ? [cause.params.retryAfterSeconds] : []))
  if (waits.length > 0) headers.set('retry-after', String(Math.max(...waits)))
  return { headers }
}

type Streaming = { actorOf: () => Promise<Actor>; places: StreamPlaces }

/**
 * The refusal of a subscription with its status; undefined for everything else. tRPC itself would begin the stream with 200 and tell of the refusal
 * in its first event.
 */
export async function refuseStream(router: AnyTRPCRouter, request: Request, { actorOf, places }: Streaming): Promise<Response | undefined> {
  const name = new URL(request.url).pathname.slice('/api/trpc/'.length)
  const procedures = router._def.procedures as Record<string, { _def: { type: string; meta?: { rule?: AccessRule } } }>
  const { type, meta } = procedures[name]?._def ?? {}
  if (type !== 'subscription' || !meta?.rule) return undefined
  const actor = await actorOf()
  const refusal = refusalOf(actor, meta.rule) ?? (actor.kind === 'user' ? places.refusal(actor.userId) : undefined)
  if (!refusal) return undefined
  const { retryAfterSeconds } = refusal.params
  const headers = retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : undefined
  return jsonRefusal({ status: statusByKind[refusal.kind], code: refusal.code }, currentRequest()?.id ?? '', headers)
}

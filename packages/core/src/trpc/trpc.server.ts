import { initTRPC, TRPCError, type AnyTRPCRouter } from '@trpc/server'
import superjson from 'superjson'
import { ZodError } from 'zod'
import { accessErrorOf, type AccessRule } from '#/access/access.ts'
import type { Actor } from '#/access/actor.ts'
import { requireSameOwner } from '#/auth/page-owner.server.ts'
import { ownerOf } from '#/auth/viewer.ts'
import { auditImpersonated } from '#/audit/audit.server.ts'
import { expectedError, inputError, outgoingError } from '#/db/outgoing-error.server.ts'
import { consumeLimit, type LimitRule } from '#/limits/limits.server.ts'
import { namedWork } from '#/log/loop-watch.server.ts'
import { currentRequest } from '#/log/request-scope.server.ts'
import type { UploadRule } from '#/http/receive-form.server.ts'
import { AppError, echoed, type AppErrorKind } from '#/lib/app-error.ts'
import { traced } from '#/tracing/tracing.server.ts'
import { findUnstorable } from '#/lib/safe-text.ts'
import type { VerbContext } from './context.server.ts'
import { inputTransformer } from './input-transformer.server.ts'
import { detailOf, type WireError } from '#/lib/wire-error.ts'

/**
 * A procedure's access rule and limit, which tests check for the merged router. `upload`: it accepts a
 * file. `api`: programs may call it, and its `.output` says what they get.
 */
export type ProcedureMeta = {
  rule?: AccessRule
  limit?: LimitRule
  upload?: UploadRule
  api?: ApiOperation
}

/** The procedures by their names. */
export const proceduresOf = (router: AnyTRPCRouter) =>
  router._def.procedures as Record<string, { _def: { type: string; meta?: ProcedureMeta } }>

export type ApiOperation = {
  /** Method and path, such as `PATCH /posts/{id}`. Names in braces are fields of the input. */
  rest: `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /${string}`
  /** What it does, as a command in English. */
  summary: string
  /** What else a program has to know. */
  description?: string
  /**
   * Whether assistants may call it. By default all but DELETE: for one, true says that it can be undone.
   */
  mcp?: boolean
}

const codeByKind: Record<AppErrorKind, TRPCError['code']> = {
  invalid: 'BAD_REQUEST',
  unauthenticated: 'UNAUTHORIZED',
  forbidden: 'FORBIDDEN',
  not_found: 'NOT_FOUND',
  conflict: 'CONFLICT',
  too_large: 'PAYLOAD_TOO_LARGE',
  limit: 'TOO_MANY_REQUESTS',
  unavailable: 'SERVICE_UNAVAILABLE',
  // The closest code of tRPC; the status is 507 anyway.
  storage_full: 'SERVICE_UNAVAILABLE',
}

/** Whether an input broke its schema. Any other broken schema is a bug, such as that of an output. */
const isOfInput = (error: unknown): error is TRPCError & { cause: ZodError } =>
  error instanceof TRPCError && error.code === 'BAD_REQUEST' && error.cause instanceof ZodError

/** What may leave the server of a failed call: of what its verb threw, or of what tRPC itself found. */
function toWireError(error: TRPCError): WireError & { status?: number } {
  const requestId = currentRequest()?.id
  const {
    status,
    code,
    params = {},
    fields,
    isBug,
  } = isOfInput(error) ? inputError(error.cause) : outgoingError(error.cause)
  if (!isBug) return { status, code, params, ...(fields && { fields }), requestId }
  if (error.code === 'NOT_FOUND') return { code: 'errors:notFound', params: {}, requestId }
  if (error.code === 'PAYLOAD_TOO_LARGE') return { code: 'errors:tooLarge', params: {}, requestId }
  if (error.code !== 'INTERNAL_SERVER_ERROR')
    return { code: 'errors:malformed', params: { field: 'input' }, requestId }
  return { code: 'errors:unexpected', params: {}, requestId, detail: detailOf(error) }
}

const t = initTRPC
  .context<VerbContext>()
  .meta<ProcedureMeta>()
  .create({
    transformer: { input: inputTransformer, output: superjson },
    // Proxies and browsers treat a stream that is silent for longer as dead.
    sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 45_000 } },
    errorFormatter: ({ shape, error }) => {
      const { status, ...wire } = toWireError(error)
      const { code, path, httpStatus } = shape.data
      return {
        ...shape,
        message: wire.code,
        data: { code, httpStatus: status ?? httpStatus, path: path && echoed(path), app: wire },
      }
    },
  })

export const router = t.router
export const createCallerFactory = t.createCallerFactory

/**
 * The tRPC error for an error that users may see; undefined for a bug. Its message is a translation key,
 * because a page rendered on the server gets the error itself and not its wire form.
 */
export function wireReady(error: unknown): TRPCError | undefined {
  const known = expectedError(error)
  return known && new TRPCError({ code: codeByKind[known.kind], message: known.code, cause: known })
}

/** Returns the error of a failed call in the form that may leave the server. Logs bugs. */
function toLeave(error: unknown, { log, path }: { log: VerbContext['log']; path: string }): TRPCError {
  const cause = error instanceof TRPCError ? error.cause : error
  if (isOfInput(error)) return new TRPCError({ code: 'BAD_REQUEST', message: 'errors:invalid', cause })
  const known = wireReady(cause)
  if (known) {
    if (cause instanceof AppError && cause.kind === 'storage_full')
      log.error({ procedure: path, err: cause }, 'the disk for files is full')
    else if (known.code === 'SERVICE_UNAVAILABLE' && !(cause instanceof AppError))
      log.warn({ procedure: path, err: cause }, 'a procedure failed because the database is unavailable')
    return known
  }
  if (error instanceof TRPCError && error.code !== 'INTERNAL_SERVER_ERROR') return error
  log.error({ procedure: path, err: cause ?? error }, 'a procedure failed')
  return new TRPCError({
    code: 'INTERNAL_SERVER_ERROR',
    message: 'errors:unexpected',
    cause,
  })
}

function checkAccess(actor: Actor, rule: AccessRule | undefined): void {
  if (!rule) throw new Error('A procedure without an access rule')
  const error = accessErrorOf(actor, rule)
  if (error) throw error
}

/** Counts calls per user, or per client address without a session, successful or not. */
async function countCall(
  { db, actor }: VerbContext,
  path: string,
  limit: LimitRule | undefined,
): Promise<void> {
  if (!limit) throw new Error('A mutation without a limit')
  const who = actor.kind === 'user' ? actor.userId : `address:${currentRequest()?.clientAddress ?? ''}`
  await consumeLimit(db, `call:${path}:${who}`, limit)
}

async function checkText(readInput: () => Promise<unknown>): Promise<void> {
  const input = await readInput()
  const found = input instanceof FormData ? undefined : findUnstorable(input, 'input')
  if (found) throw new AppError('invalid', found.code, { field: found.field })
}

/**
 * Throws unavailable if a query's result doesn't fit into the response of its batch: the client asks again,
 * with fewer calls. Mutations, which have happened, return little.
 */
function checkRoom({ room }: VerbContext, data: unknown): void {
  if (!room) return
  const bytes = Buffer.byteLength(JSON.stringify(superjson.serialize(data)))
  if (bytes > room.bytes) throw new AppError('unavailable', 'errors:unavailable', { retryAfterSeconds: 1 })
  room.bytes -= bytes
}

/**
 * Returns the actor once a form has been received, which may take hours: the session, the membership or the
 * role may have ended meanwhile.
 */
async function actorAfterForm(ctx: VerbContext, rule: AccessRule | undefined): Promise<Actor> {
  const actor = await ctx.actorNow()
  if (ctx.actor.kind === 'user') requireSameOwner(actor, ownerOf(ctx.actor))
  checkAccess(actor, rule)
  return actor
}

/**
 * A single middleware, because each one copies the call's options four times, and a page makes several calls.
 */
const everyCall = t.middleware(async ({ next, ctx, meta, path, type, getRawInput }) => {
  const outcome = await traced(
    { name: path, kind: 'internal', facts: { 'rpc.system': 'trpc', 'rpc.method': path, 'trpc.type': type } },
    () =>
      namedWork(path, async () => {
        try {
          checkAccess(ctx.actor, meta?.rule)
          if (type === 'mutation') {
            await countCall(ctx, path, meta?.limit)
            await auditImpersonated(ctx, path)
          }
          await checkText(getRawInput)
          const actor = meta?.upload ? await actorAfterForm(ctx, meta.rule) : ctx.actor
          const result = await (actor === ctx.actor ? next() : next({ ctx: { actor } }))
          if (!result.ok) return toLeave(result.error, { log: ctx.log, path })
          if (type === 'query') checkRoom(ctx, result.data)
          return result
        } catch (error) {
          return toLeave(error, { log: ctx.log, path })
        }
      }),
    (met) => (met instanceof TRPCError ? { 'error.type': met.code } : undefined),
  )
  if (outcome instanceof TRPCError) throw outcome
  return outcome
})

/**
 * The base of every procedure. Its access rule is checked before input is parsed or a form received, and
 * again for the actor after a form; the verb checks it with the object. A mutation also declares how often a
 * user may call it, and throws without that limit.
 */
export function procedure(rule: AccessRule, limit?: LimitRule, upload?: UploadRule) {
  return t.procedure.meta({ rule, limit, upload }).use(everyCall)
}

export const perMinute = (max: number): LimitRule => ({ max, windowSeconds: 60 })

import {
  APICallError,
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  TypeValidationError,
} from '@ai-sdk/provider'
import { AppError } from '#/lib/app-error.ts'
import { causesOf } from '#/lib/causes.ts'
import { inShort } from './provider-reason.ts'

const LONGEST_WAIT_SECONDS = 86_400
const USUAL_WAIT_SECONDS = 60

/**
 * Maps the error of a provider call to an AppError for users: kind `unavailable` or `limit`, code
 * `ai:errors.*`. `reason` is what the provider said, as `providerReason` returns it: users read its beginning
 * where our text alone doesn't say what to do. `hasBegun`: part of the response had arrived.
 */
export function readModelFailure(error: unknown, { reason, ...call }: FailedCall): AppError {
  const failure = mapFailure(error, call)
  const withReason = codesWithReason[failure.code]
  return withReason === undefined || reason === undefined
    ? failure
    : new AppError(failure.kind, withReason, { ...failure.params, reason: inShort(reason) })
}

type FailedCall = { model: string; hasBegun: boolean; reason?: string | undefined }

const codesWithReason: Partial<Record<string, string>> = {
  'ai:errors.refused': 'ai:errors.refusedWithReason',
  'ai:errors.unavailable': 'ai:errors.unavailableWithReason',
}

function mapFailure(error: unknown, { model, hasBegun }: FailedCall): AppError {
  // The libraries wrap errors of fetch: network errors and our limits.
  const known = causesOf(error).find((cause) => cause instanceof AppError)
  if (known) return new AppError(known.kind, known.code, { ...known.params, model })
  if (APICallError.isInstance(error) && error.statusCode !== undefined && error.statusCode >= 300)
    return ofStatus(error.statusCode, error, model)
  return new AppError('unavailable', codeOf(error, hasBegun), { model })
}

function codeOf(error: unknown, hasBegun: boolean): string {
  // The libraries throw this when a stream stops without its final event.
  if (InvalidResponseDataError.isInstance(error) && error.data === undefined) return 'ai:errors.interrupted'
  if (
    [InvalidResponseDataError, JSONParseError, TypeValidationError, EmptyResponseBodyError].some((kind) =>
      kind.isInstance(error),
    )
  )
    return 'ai:errors.badAnswer'
  // fetch throws a TypeError for network errors.
  if (causesOf(error).some((cause) => cause instanceof TypeError))
    return hasBegun ? 'ai:errors.interrupted' : 'ai:errors.unreachable'
  if (APICallError.isInstance(error))
    return error.statusCode === undefined ? 'ai:errors.unreachable' : 'ai:errors.badAnswer'
  return 'ai:errors.unavailable'
}

function ofStatus(status: number, error: APICallError, model: string): AppError {
  if (status === 402 || (status === 429 && isOutOfCredit(error.data)))
    return new AppError('unavailable', 'ai:errors.outOfCredit', { model })
  if (status === 429)
    return new AppError('limit', 'ai:errors.rateLimited', {
      model,
      retryAfterSeconds: waitOf(error.responseHeaders ?? {}),
    })
  if (status === 401 || status === 403)
    return new AppError('unavailable', 'ai:errors.unauthorized', { model })
  if (status === 404) return new AppError('unavailable', 'ai:errors.unknownModel', { model })
  if (status === 408 || status === 504) return new AppError('unavailable', 'ai:errors.timedOut', { model })
  return new AppError('unavailable', status >= 500 ? 'ai:errors.unavailable' : 'ai:errors.refused', { model })
}

function isOutOfCredit(data: unknown): boolean {
  const { error } = (data ?? {}) as { error?: { code?: unknown; type?: unknown } }
  return error?.code === 'insufficient_quota' || error?.type === 'insufficient_quota'
}

/** Returns the seconds of `retry-after`, a number or a date, up to a day; a minute if missing or invalid. */
function waitOf(headers: Record<string, string>): number {
  const given = headers['retry-after'] ?? ''
  const seconds = /^\d+(\.\d+)?$/.test(given) ? Number(given) : (Date.parse(given) - Date.now()) / 1000
  return seconds > 0 ? Math.min(Math.ceil(seconds), LONGEST_WAIT_SECONDS) : USUAL_WAIT_SECONDS
}

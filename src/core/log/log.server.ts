import { pino, type Logger } from 'pino'
import { currentTraceId } from '#/core/tracing/tracing.server.ts'
import { currentRequest } from './request-scope.server.ts'

export type Log = Logger

/**
 * The structured log of this process: one JSON line per event on standard output, with the request id.
 * Cookies, passwords, codes and tokens are redacted up to two levels deep.
 */
export function createLog(level: string): Log {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    mixin: () => {
      const request = currentRequest()
      const traceId = currentTraceId()
      return { ...(request ? { requestId: request.id } : {}), ...(traceId ? { traceId } : {}) }
    },
    redact: {
      paths: ['cookie', 'authorization', 'password', 'token', 'secret', 'code'].flatMap((name) => [
        name,
        `*.${name}`,
        `*.*.${name}`,
      ]),
      censor: '[redacted]',
    },
    serializers: { err: describeError },
  })
}

/** An error for the log, without bound SQL parameters, which may hold user input. */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as { code?: unknown }
  const message = error.message.replace(/\nparams: [\s\S]*$/, '')
  const cause = error.cause === undefined ? undefined : describeError(error.cause)
  const stack = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 12)
    .map((line) => line.trim())
  // Not as `code`, which is redacted because sign-in codes have that name.
  return { type: error.name, message, errorCode: typeof code === 'string' ? code : undefined, stack, cause }
}

import path from 'node:path'
import { pino, type Logger, type LoggerOptions } from 'pino'
import { currentTraceId } from '#/tracing/tracing.server.ts'
import type { LoggedError } from './error-groups.server.ts'
import { readableLine } from './readable-line.server.ts'
import { createSourceMaps } from './source-maps.server.ts'
import { currentRequest } from './request-scope.server.ts'

export type Log = Logger

// https://getpino.io/#/docs/api?id=logger-level
const ERROR = 50

/**
 * The structured log of this process on standard output: one JSON line per event with the request id, or in a
 * terminal what people read. Cookies, passwords, codes and tokens are redacted up to two levels deep.
 * `onError` gets every line of the level error.
 */
export function createLog(level: string, onError?: (logged: LoggedError) => void): Log {
  const options: LoggerOptions = {
    level,
    hooks: {
      logMethod(args, method, lineLevel) {
        method.apply(this, args)
        if (lineLevel >= ERROR) onError?.(readLine(args, this.bindings()))
      },
    },
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
  }
  if (!process.stdout.isTTY) return pino(options)
  return pino(options, { write: (line) => void process.stdout.write(readableLine(line)) })
}

/** Reads the arguments of a log call: an object or an error, then a text; or only a text. */
function readLine([first, second]: readonly unknown[], bindings: object): LoggedError {
  const fields = typeof first === 'object' && first !== null && !(first instanceof Error) ? first : {}
  const { err, requestId, ...named } = { ...bindings, ...fields } as Partial<Record<string, unknown>>
  const request = currentRequest()
  const route = request?.route === undefined ? undefined : `${request.method} ${request.route}`
  const place = [named.place, named.job, named.procedure, route].find((name) => typeof name === 'string')
  const text = [first, second].find((one) => typeof one === 'string') ?? ''
  return {
    error: first instanceof Error ? first : err,
    text,
    place,
    requestId: typeof requestId === 'string' ? requestId : request?.id,
  }
}

const inSources = createSourceMaps({ scripts: 'dist/server/', maps: path.resolve('dist/server') })

/** An error for the log, without bound SQL parameters, which may hold user input. */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as { code?: unknown }
  const message = error.message.replace(/\nparams: [\s\S]*$/, '')
  const cause = error.cause === undefined ? undefined : describeError(error.cause)
  const stack = inSources(
    (error.stack ?? '')
      .split('\n')
      .filter((line) => line.startsWith('    at '))
      .slice(0, 12)
      .map((line) => line.trim()),
  )
  // Not as `code`, which is redacted because sign-in codes have that name.
  return { type: error.name, message, errorCode: typeof code === 'string' ? code : undefined, stack, cause }
}

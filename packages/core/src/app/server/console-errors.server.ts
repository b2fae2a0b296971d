import { isUnavailable } from '#/db/database-error.server.ts'
import type { Log } from '#/log/log.server.ts'
import { currentRequest } from '#/log/request-scope.server.ts'
import { SERVER_FUNCTIONS } from '#/http/data-answer.server.ts'

/**
 * Makes lines of the log of errors that libraries write to the console: Start writes each that a server
 * function throws, and Better Auth those of its own reads. Calls that a client got wrong are one line each,
 * without a stack.
 */
export function logConsoleErrors(log: Log): void {
  const write = console.error.bind(console)
  console.error = (...args: unknown[]) => {
    const err = args.find((one) => one instanceof Error)
    if (!err) return write(...args)
    const scope = currentRequest()
    const isRefused = scope?.path.startsWith(SERVER_FUNCTIONS) === true && !scope.calledFunction
    if (isRefused) log.info('a call of a server function was refused')
    else log[isUnavailable(err) ? 'warn' : 'error']({ err }, 'a library reported an error')
  }
}

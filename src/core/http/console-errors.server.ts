import type { Log } from '#/core/log/log.server.ts'
import { currentRequest } from '#/core/log/request-scope.server.ts'
import { clientErrorOf, SERVER_FUNCTIONS } from './server-function-call.server.ts'

/**
 * Makes lines of the log of errors that libraries write to the console: Start writes each that a server
 * function throws. Calls that a client got wrong are one line each, without a stack.
 */
export function logConsoleErrors(log: Log): void {
  const write = console.error.bind(console)
  console.error = (...args: unknown[]) => {
    const [error] = args
    if (!(error instanceof Error)) return write(...args)
    const isCall = currentRequest()?.path.startsWith(SERVER_FUNCTIONS) === true
    const clientError = isCall ? clientErrorOf(error.message) : undefined
    if (clientError) log.info({ reason: clientError.code }, 'a call of a server function was refused')
    else log.error({ err: error }, 'a library reported an error')
  }
}

// Serves the build. On a stop signal it lets running requests finish, stops accepting connections, closes
// everything and exits with 0. The environment is loaded first: later modules read it.
import './load-env.ts'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Server as HttpServer, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { serve, type Server } from 'srvx'
import { endSlowClients } from '@plinth/core/internal/http/end-slow-clients.server.ts'
import { oneAtATime } from '@plinth/core/internal/http/one-at-a-time.server.ts'
import { endStalledResponses } from '@plinth/core/internal/http/end-stalled-responses.server.ts'
import type { RunningApp } from '@plinth/core/internal/app/server/request-handler.server.ts'
import { exit, exitOnFault } from './exit.ts'
import { stopSignal } from './stop-signal.ts'
import { explainListenError, openOrExplain, printWelcome } from './welcome.ts'

// systemd and compose.yaml give it 20 s: ten for requests and answers, the rest for jobs, connections and the
// database server.
const DRAIN_MS = 10_000
const STOP_MS = 19_000
// How long the last words of an answer that was cut may take to arrive.
const LAST_WORDS_MS = 500
// How long a request already on its way may take to arrive under load.
const HANDOVER_MS = 250
// What npm start has left to compress waits until the first page is likely to be there.
const FIRST_PAGE_MS = 2_000
// How often Node checks connections for timeouts. Its default of 30 s would triple the limit of the headers.
const LOOK_FOR_SLOW_MS = 2_000

const stopped = stopSignal()

// Libraries read NODE_ENV about eighty times per page of the signed-in area, and Node asks the system each
// time: 5% of the page's CPU time.
process.env = { ...process.env }

const { open } = (await import(pathToFileURL(path.resolve('dist/server/server.js')).href)) as {
  open: () => Promise<RunningApp>
}
const app = await openOrExplain(open)
const { env, log } = app.services

const server: Server = serve({
  fetch: oneAtATime(app.fetch),
  port: env.PORT,
  hostname: env.HOST,
  silent: true,
  manual: true,
  gracefulShutdown: false,
  error: (error) => {
    log.error({ err: error }, 'a request failed outside the request handler')
    return new Response(null, { status: 500 })
  },
  node: {
    headersTimeout: 15_000,
    // It would end a large upload that arrives steadily; `endSlowClients` ends those that don't.
    requestTimeout: 0,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: LOOK_FOR_SLOW_MS,
  },
})
const node = server.node?.server as HttpServer | undefined
if (node) {
  endStalledResponses(node)
  endSlowClients(node)
}
try {
  await server.serve()
} catch (error) {
  await app.services.close()
  await explainListenError(error, env)
}
printWelcome(app.services)
setTimeout(() => void app.compressAssets(), FIRST_PAGE_MS).unref()

process.off('uncaughtException', exitOnFault)
process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled promise rejection'))
process.on('uncaughtException', (error) => log.error({ err: error }, 'uncaught exception'))

let stopping = false
const answering = new Set<ServerResponse>()
node?.prependListener('request', (_request, answer: ServerResponse) => {
  answering.add(answer)
  answer.on('close', () => answering.delete(answer))
  if (stopping) endsConnection(answer)
})
void stopped.then(stop)

/** Ends keep-alive, so that a client sends its next request over a new connection, to another instance. */
function endsConnection(answer: ServerResponse): void {
  answer.shouldKeepAlive = false
}

/**
 * Waits until no request is running, at most two seconds under sustained load: a request that is still unread
 * when the server closes is lost.
 */
async function untilQuiet(): Promise<void> {
  const until = Date.now() + 2_000
  do await pause(HANDOVER_MS)
  while (answering.size > 0 && Date.now() < until)
}

async function stop(signal: string): Promise<void> {
  stopping = true
  // Exits even if something hangs, such as a database that does not respond.
  setTimeout(() => void exit(1, { withinMs: LAST_WORDS_MS }), STOP_MS).unref()
  log.info({ signal }, 'stopping')
  const limit = pause(DRAIN_MS, undefined, { ref: false })
  // /readyz returns 503 while earlier requests finish, so that a load balancer sends new ones elsewhere.
  app.announceStop()
  const begun = [...answering]
  for (const answer of begun) endsConnection(answer)
  const answered = begun.map((answer) => new Promise((resolve) => answer.once('close', resolve)))
  const { work } = app.services.live
  if (begun.length > 0 || work.isRunning)
    await Promise.race([Promise.all([...answered, untilQuiet(), work.finished()]), limit])
  // Answers that are not complete end here, and their readers hear it.
  await app.services.live.close()
  node?.closeIdleConnections()
  await Promise.race([
    server.close(false),
    Promise.all([limit, pause(LAST_WORDS_MS, undefined, { ref: false })]),
  ])
  node?.closeAllConnections()
  await app.services.close()
  await exit(0)
}

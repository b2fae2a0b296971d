// Serves the build. Ends with exit code 0 after SIGINT or SIGTERM: no new connections, running requests end,
// then everything closes. First: what follows reads the environment.
import './load-env.ts'
import { enableCompileCache } from 'node:module'
import path from 'node:path'
import type { Server as HttpServer, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { serve, type Server } from 'srvx'
import type { RunningApp } from '#/app/server/request-handler.server.ts'
import { stopSignal } from './stop-signal.ts'
import { explainListenError, openOrExplain, printWelcome } from './welcome.ts'

// Docker kills ten seconds after its signal: half of that for requests, the rest for jobs, connections and
// the database server.
const DRAIN_MS = 5_000
const STOP_MS = 9_500
// Under load, how long a request that is on its way has to arrive.
const HANDOVER_MS = 250
// Node looks for connections that took too long this often; by default every 30 s, which would double the
// limits below.
const LOOK_FOR_SLOW_MS = 2_000

const stopped = stopSignal()

// Libraries ask for NODE_ENV some eighty times for a page of the signed-in area, and Node asks the system
// each time: 0.05 of its CPU.
process.env = { ...process.env }

// The second start reads what the first has compiled. Where the folder can't be written it does nothing.
enableCompileCache(path.resolve(import.meta.dirname, '../dist/.compiled'))
const { open } = (await import(new URL('../dist/server/server.js', import.meta.url).href)) as {
  open: () => Promise<RunningApp>
}
const app = await openOrExplain(open)
const { env, log } = app.services

const server: Server = serve({
  fetch: app.fetch,
  port: env.PORT,
  hostname: env.HOST,
  silent: true,
  manual: true,
  gracefulShutdown: false,
  error: (error) => {
    log.error({ err: error }, 'a request failed outside the application')
    return new Response(null, { status: 500 })
  },
  node: {
    headersTimeout: 15_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: LOOK_FOR_SLOW_MS,
  },
})
try {
  await server.serve()
} catch (error) {
  await app.services.close()
  explainListenError(error, env)
}
printWelcome(app.services)

process.on('unhandledRejection', (error) =>
  log.error({ err: error }, 'a promise was rejected and nobody listened'),
)
process.on('uncaughtException', (error) =>
  log.error({ err: error }, 'an error was thrown and nobody caught it'),
)

let stopping = false
const answering = new Set<ServerResponse>()
const node = server.node?.server as HttpServer | undefined
node?.prependListener('request', (_request, answer: ServerResponse) => {
  answering.add(answer)
  answer.on('close', () => answering.delete(answer))
  if (stopping) endsConnection(answer)
})
void stopped.then(stop)

/** A client that sends one request after the other goes elsewhere with the next. */
function endsConnection(answer: ServerResponse): void {
  answer.shouldKeepAlive = false
}

/**
 * Until no request has come for a moment: one that waits unread when the server closes is lost. Under load
 * that goes on, two seconds.
 */
async function untilQuiet(): Promise<void> {
  const until = Date.now() + 2_000
  do await pause(HANDOVER_MS)
  while (answering.size > 0 && Date.now() < until)
}

async function stop(signal: string): Promise<void> {
  stopping = true
  // Nothing that hangs, such as a database that does not answer, keeps the process.
  setTimeout(() => process.exit(1), STOP_MS).unref()
  log.info({ signal }, 'stopping')
  const limit = pause(DRAIN_MS, undefined, { ref: false })
  // While what came before the signal is answered, /readyz says 503, so that a balancer sends others
  // elsewhere.
  app.announceStop()
  const begun = [...answering]
  for (const answer of begun) endsConnection(answer)
  const answered = begun.map((answer) => new Promise((resolve) => answer.once('close', resolve)))
  if (begun.length > 0) await Promise.race([Promise.all([...answered, untilQuiet()]), limit])
  node?.closeIdleConnections()
  await Promise.race([server.close(false), limit])
  node?.closeAllConnections()
  await app.services.close()
  process.exit(0)
}

import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { DevEnvironment, Plugin, RunnableDevEnvironment, ViteDevServer } from 'vite'
import type { RunningApp } from '#/app/server/request-handler.server.ts'

const ANSWERED_WITHIN_MS = 30_000
// A stream that has begun may outlast a reload: it has loaded what it needs.
const STREAMED_WITHIN_MS = 1_000

export type Reloader = {
  plugin: Plugin
  /**
   * Evaluates the server's modules anew and puts them in charge. Throws what they throw; the previous ones
   * then answer nothing more.
   */
  load(): Promise<RunningApp>
  close(): Promise<void>
}

/**
 * Reloads the server after a change, in place of Vite's own way, which lets a running request go on with
 * modules of two evaluations. Requests and reloads take turns, and only the newest evaluation runs jobs.
 * Every module may be evaluated again at any time.
 */
export function createReloader(): Reloader {
  let server: ViteDevServer | undefined
  let app: RunningApp | undefined
  let changes = 1
  let loadedChanges = 0
  let reloading: Promise<void> | undefined
  const answering = new Set<ServerResponse>()

  async function load(): Promise<RunningApp> {
    if (!server) throw new Error('The development server has not started')
    const { runner } = server.environments.ssr as RunnableDevEnvironment
    const loading = changes
    // Ends live updates and claims no more jobs; those that run may finish.
    app?.services.retire().catch(console.error)
    await untilAnswered()
    runner.clearCache()
    const { open } = (await runner.import('/src/server.ts')) as { open(): Promise<RunningApp> }
    app = await open()
    loadedChanges = loading
    return app
  }

  async function untilAnswered(): Promise<void> {
    const startedAt = Date.now()
    const waitsFor = ({ headersSent }: ServerResponse) =>
      Date.now() - startedAt < (headersSent ? STREAMED_WITHIN_MS : ANSWERED_WITHIN_MS)
    while ([...answering].some(waitsFor)) await pause(10)
  }

  /** Never rejects: what can't be loaded says so to each request, until it can. */
  async function reload(): Promise<void> {
    const startedAt = Date.now()
    const reloadedChanges = changes
    try {
      await load()
      server?.config.logger.info(`server reloaded in ${Date.now() - startedAt} ms`, { timestamp: true })
    } catch (error) {
      console.error(error)
    }
    reloading = undefined
    // Requests that wait come first.
    if (changes !== reloadedChanges) setImmediate(() => void ensureCurrent())
  }

  function ensureCurrent(): Promise<void> {
    return loadedChanges === changes ? Promise.resolve() : (reloading ??= reload())
  }

  const plugin: Plugin = {
    name: 'plinth:reloader',
    // Before Start's own, which answers requests.
    enforce: 'pre',
    configureServer(started) {
      // Again after a change of Vite's configuration, with modules that are all new.
      if (server) changes += 1
      server = started
      keepEvaluations(started.environments.ssr)
      return () => {
        started.middlewares.use((_request, response, next) => {
          void ensureCurrent().then(() => {
            answering.add(response)
            response.once('close', () => answering.delete(response))
            next()
          })
        })
      }
    },
    hotUpdate: {
      order: 'post',
      handler({ file, modules }) {
        const { name, moduleGraph } = this.environment
        const isText = /\/locales\/\w+\.json$/.test(file)
        if (name !== 'ssr') return isText ? [] : undefined
        for (const module of modules) moduleGraph.invalidateModule(module)
        // A migration is applied when the services open. What could not be loaded may wait for a file that
        // nothing knows yet.
        if (modules.length > 0 || file.includes('/drizzle/') || loadedChanges !== changes) {
          changes += 1
          // Texts come with the page, which knows no other way to get them again.
          void ensureCurrent().then(
            () => isText && server?.environments.client.hot.send({ type: 'full-reload' }),
          )
        }
        return []
      },
    },
  }
  return { plugin, load, close: async () => app?.services.close() }
}

/**
 * Within one evaluation every module is there once. By itself the environment evaluates what has changed
 * again as soon as a request imports it, beside what others already hold.
 */
function keepEvaluations(environment: DevEnvironment): void {
  const fetchModule = environment.fetchModule.bind(environment)
  environment.fetchModule = async (url, importer, options) =>
    options?.cached ? { cache: true } : { ...(await fetchModule(url, importer, options)), invalidate: false }
}

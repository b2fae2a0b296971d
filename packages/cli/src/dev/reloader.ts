import { existsSync, globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type {
  DevEnvironment,
  EnvironmentModuleNode,
  Plugin,
  RunnableDevEnvironment,
  ViteDevServer,
} from 'vite'
import { coreFolder } from '../core-folder.ts'
import { readableCompileError } from './compile-error.ts'
import { answerFault, overlayOf } from './fault-page.ts'
import { answerPageErrors } from './page-errors.ts'
import { namespaceOf } from '@plinth/core/internal/app/registry/locale-path.ts'
import type { RunningApp } from '@plinth/core/internal/app/server/request-handler.server.ts'
import { type WrittenTexts, fillGaps } from '@plinth/core/internal/i18n/fill-gaps.ts'
import { type Language, defaultLanguage } from '@plinth/core/internal/i18n/languages.ts'

const ANSWERED_WITHIN_MS = 30_000
// A started stream may outlive a reload: it has already loaded what it needs.
const STREAMED_WITHIN_MS = 1_000
// The browser takes a saved file first. Files that are saved together are loaded together.
const BROWSER_FIRST_MS = 150
// A reload that takes longer is announced.
const SILENT_MS = 500

export type Reloader = {
  plugin: Plugin
  /**
   * Evaluates the server's modules again and activates them. Throws what they throw; the previous ones then
   * serve no more requests.
   */
  load(): Promise<RunningApp>
  close(): Promise<void>
}

/**
 * Reloads the server after a change. Vite's own reload lets a running request mix modules of two evaluations;
 * here a reload waits for running requests and new requests wait for the reload. Only the newest evaluation
 * runs jobs. Every module may be evaluated again at any time.
 */
export function createReloader(): Reloader {
  let server: ViteDevServer | undefined
  let app: RunningApp | undefined
  let changes = 1
  let loadedChanges = 0
  let reloading: Promise<number> | undefined
  let reloadTimer: NodeJS.Timeout | undefined
  let isFirstPage = true
  let fault: Error | undefined
  const answering = new Set<ServerResponse>()
  const say = (line: string) => server?.config.logger.info(line, { timestamp: true })

  async function load(): Promise<RunningApp> {
    if (!server) throw new Error('The development server has not started')
    const { runner } = server.environments.ssr as RunnableDevEnvironment
    const loading = changes
    // Ends live updates and stops claiming jobs; running jobs may finish.
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

  /**
   * Returns how many changes it tried to load. Never rejects: until the modules load, each request tries
   * again and reports the error.
   */
  async function reload(): Promise<number> {
    // Those that waited for the reload before go first.
    await nextTurn()
    const startedAt = Date.now()
    const reloadedChanges = changes
    const announcement = setTimeout(() => say('reloading the server...'), SILENT_MS)
    try {
      await load()
      say(`server reloaded in ${Date.now() - startedAt} ms`)
      // Takes the message off open pages, and reloads one that is nothing else.
      if (fault) server?.environments.client.hot.send({ type: 'update', updates: [] })
      fault = undefined
    } catch (error) {
      tell(error instanceof Error ? error : new Error(String(error)))
    }
    clearTimeout(announcement)
    reloading = undefined
    if (changes !== reloadedChanges) void ensureCurrent()
    return reloadedChanges
  }

  /** Prints why the modules do not load, once, and shows it on open pages. */
  function tell(error: Error): void {
    const { message, stack } = overlayOf(error)
    if (error.stack !== fault?.stack) server?.config.logger.error(stack || message, { timestamp: true })
    fault = error
    server?.environments.client.hot.send({ type: 'error', err: overlayOf(error) })
  }

  /** Waits until every change made so far is loaded: a reload under way may have read the file before. */
  async function ensureCurrent(): Promise<void> {
    const made = changes
    for (let tried = loadedChanges; tried < made;) tried = await (reloading ??= reload())
  }

  /** Sends a saved file of texts to open pages. One that is half written is sent with its next save. */
  async function sendTexts(
    file: string,
    language: string,
    read: () => string | Promise<string>,
  ): Promise<void> {
    const namespace = namespaceOf(file)
    const written = await Promise.resolve(read())
      .then((content) => JSON.parse(content) as WrittenTexts)
      .catch(() => undefined)
    if (written === undefined) return
    const english = { [namespace]: await readEnglish(file) }
    const texts = fillGaps(language as Language, { [namespace]: written }, english)[namespace]
    const data = { language, namespace, texts }
    server?.environments.client.hot.send({ type: 'custom', event: 'texts:saved', data })
  }

  const plugin: Plugin = {
    name: 'plinth:reloader',
    // Before Start's plugin, which handles the requests.
    enforce: 'pre',
    configureServer(started) {
      // Called again after a change of Vite's configuration, with all modules new.
      if (server) changes += 1
      server = started
      keepEvaluations(started.environments.ssr)
      answerPageErrors(started, () => app?.services.log)
      return () => {
        started.middlewares.use((_request, response, next) => {
          if (isFirstPage) say('compiling the first page...')
          isFirstPage = false
          void ensureCurrent().then(() => {
            if (fault) return answerFault(response, fault)
            answering.add(response)
            response.once('close', () => answering.delete(response))
            next()
          })
        })
      }
    },
    hotUpdate: {
      order: 'post',
      async handler({ file, modules, read }) {
        const { name, moduleGraph } = this.environment
        const language = /\/locales\/(\w+)\.json$/.exec(file)?.[1]
        const changed = modules.filter((module) => !isStylesheetUrl(module))
        if (name !== 'ssr') return language === undefined ? changed : []
        for (const module of changed) moduleGraph.invalidateModule(module)
        // A reload applies new migrations. After a failed load any file may be the missing one, even one that
        // no module knows yet.
        if (changed.length > 0 || file.includes('/drizzle/') || loadedChanges !== changes) {
          changes += 1
          clearTimeout(reloadTimer)
          reloadTimer = setTimeout(() => void ensureCurrent(), BROWSER_FIRST_MS)
        }
        // Only now: a page that shows the new text may be reloaded at once.
        if (language !== undefined) await sendTexts(file, language, read)
        return []
      },
    },
  }
  async function close(): Promise<void> {
    clearTimeout(reloadTimer)
    await app?.services.close()
  }
  return { plugin, load, close }
}

/** Stays the same when the stylesheet changes, while Vite would update all modules that import it. */
const isStylesheetUrl = ({ url }: EnvironmentModuleNode) => url.endsWith('.css?url')

async function readEnglish(file: string): Promise<WrittenTexts> {
  const beside = file.replace(/\w+\.json$/, `${defaultLanguage}.json`)
  const [ofCore = ''] = globSync(`${coreFolder('.')}/**/${namespaceOf(file)}/locales/${defaultLanguage}.json`)
  const english = existsSync(beside) ? beside : ofCore
  return JSON.parse(await readFile(english, 'utf8')) as WrittenTexts
}

/**
 * Keeps one instance of each module per evaluation. By default the environment evaluates a changed module
 * again as soon as a request imports it, while other modules still hold the old instance.
 */
function keepEvaluations(environment: DevEnvironment): void {
  const fetchModule = environment.fetchModule.bind(environment)
  environment.fetchModule = async (url, importer, options) =>
    options?.cached
      ? { cache: true }
      : {
          ...(await fetchModule(url, importer, options).catch((error: unknown) => {
            throw readableCompileError(error)
          })),
          invalidate: false,
        }
}

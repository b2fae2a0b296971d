// npm run dev [-- --no-types]: the same application with hot reload and without a build; says which types are
// wrong, unless with --no-types.
import './load-env.ts'
import path from 'node:path'
import { createServer } from 'vite'
import { getEnv } from '@plinth/core/internal/env/env.server.ts'
import { createReloader } from './dev/reloader.ts'
import { createTypeCheck } from './dev/type-check.ts'
import { exit } from './exit.ts'
import { stopSignal } from './stop-signal.ts'
import { explainListenError, openOrExplain, printWelcome } from './welcome.ts'

const stopped = stopSignal()
const env = await openOrExplain(async () => getEnv())
const reloader = createReloader()
const server = await openOrExplain(() =>
  createServer({
    plugins: [reloader.plugin],
    server: {
      port: env.PORT,
      host: env.HOST,
      strictPort: true,
      allowedHosts: [new URL(env.APP_URL).hostname],
      watch: {
        ignored: [`${path.resolve(env.DATA_DIR)}/**`],
        // By default the second of two saves within 50 ms is never seen. On a busy machine two that are
        // further apart arrive as close.
        awaitWriteFinish: { stabilityThreshold: 10, pollInterval: 5 },
      },
    },
  }),
)
// Vite's own SIGTERM listener ends the process as soon as its server is closed, so the application must be
// closed first.
const closeVite = server.close.bind(server)
server.close = async () => {
  try {
    await reloader.close()
  } finally {
    await closeVite()
  }
}
// Vite calls this when it listens, and then forgets which modules use glob imports: new locale files would
// not be found. It runs only once, so call it before any module loads.
await server.environments.client.pluginContainer.buildStart()
const { services } = await openOrExplain(() => reloader.load())
try {
  await server.listen()
} catch (error) {
  await reloader.close()
  const inUse = error instanceof Error && /already in use/.test(error.message)
  await explainListenError(inUse ? Object.assign(error, { code: 'EADDRINUSE' }) : error, env)
}
printWelcome(services)

const types = createTypeCheck((line) => server.config.logger.info(line, { timestamp: true }))
if (!process.argv.includes('--no-types')) {
  server.watcher.on('all', (_event, file) => types.onSaved(file))
  types.start()
}

await stopped
await types.close()
await server.close()
await exit(0)

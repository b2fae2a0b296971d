// The development server: the same application with hot reload and without a build.
import './load-env.ts'
import path from 'node:path'
import { createServer } from 'vite'
import { getEnv } from '#/core/env/env.server.ts'
import { createReloader } from './dev/reloader.ts'
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
      watch: { ignored: [`${path.resolve(env.DATA_DIR)}/**`] },
    },
  }),
)
// Vite has a SIGTERM listener of its own, which ends the process as soon as its server is closed: the
// application must have ended by then.
const closeVite = server.close.bind(server)
server.close = async () => {
  try {
    await reloader.close()
  } finally {
    await closeVite()
  }
}
// Vite does this when it listens, and forgets then which modules list files by a pattern: new texts would not
// be found.
await server.environments.client.pluginContainer.buildStart()
const { services } = await openOrExplain(() => reloader.load())
try {
  await server.listen()
} catch (error) {
  await reloader.close()
  const inUse = error instanceof Error && /already in use/.test(error.message)
  explainListenError(inUse ? Object.assign(error, { code: 'EADDRINUSE' }) : error, env)
}
printWelcome(services)

await stopped
await server.close()
process.exit(0)

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
// The application first: what it does to end is loaded through the server.
await reloader.close().finally(() => server.close())
process.exit(0)

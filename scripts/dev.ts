// The development server: the same application with hot reload and without a build.
import { createServer } from 'vite'
import type { RunningApp } from '#/app/request-handler.server.ts'
import { getEnv } from '#/core/env/env.server.ts'
import { explainListenError, openOrExplain, printWelcome } from './welcome.ts'

const env = await openOrExplain(async () => getEnv())
const server = await createServer({ server: { port: env.PORT, host: env.HOST, strictPort: true, allowedHosts: [new URL(env.APP_URL).hostname] } })
const load = () =>
  (server.environments.ssr as unknown as { runner: { import(path: string): Promise<{ open: () => Promise<RunningApp> }> } }).runner.import(
    '/src/server.ts',
  )
const { services } = await openOrExplain(async () => (await load()).open())
try {
  await server.listen()
} catch (error) {
  await services.close()
  const inUse = error instanceof Error && /already in use/.test(error.message)
  explainListenError(inUse ? Object.assign(error, { code: 'EADDRINUSE' }) : error, env)
}
printWelcome(services)

let stopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    void Promise.allSettled([server.close(), services.close()]).then(() => process.exit(0))
  })
}

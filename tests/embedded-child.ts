// One process of the app, as far as the embedded database goes: acquires it, says so, and obeys lines on
// standard input.
import { createInterface } from 'node:readline'

import { acquireEmbeddedServer } from '#/core/db/embedded/embedded-server.server.ts'

const [dataDir = ''] = process.argv.slice(2)
const quiet = { info() {}, warn() {}, error() {} }

function say(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

try {
  const server = await acquireEmbeddedServer({ dataDir, log: quiet })
  say({ event: 'acquired', connection: server.connection })
  createInterface({ input: process.stdin }).on('line', (line) => {
    if (line === 'release') void release()
  })

  async function release(): Promise<void> {
    await server.release()
    say({ event: 'released' })
    process.stdin.destroy()
  }
} catch (error) {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  say({ event: 'failed', name, message })
}

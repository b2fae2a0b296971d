// A separate process that acquires the server, reports it, and releases it at a line on standard input.
import { createInterface } from 'node:readline'

import { acquireEmbeddedServer } from '../src/index.ts'

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

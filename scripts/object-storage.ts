import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

const BUCKET = 'plinth'
// s3rver's own.
export const CREDENTIALS: Record<string, string> = {
  AWS_ACCESS_KEY_ID: 'S3RVER',
  AWS_SECRET_ACCESS_KEY: 'S3RVER',
}

export type ObjectStorage = Awaited<ReturnType<typeof startObjectStorage>>

/** Starts an S3 server on loopback with one bucket. Its continuation tokens need a cipher of old. */
export async function startObjectStorage({ folder, port }: { folder?: string; port?: number } = {}) {
  const own = folder ?? mkdtempSync(path.join(tmpdir(), 'plinth-s3-'))
  const ownPort = port ?? (await freePort())
  const server = spawn(
    path.resolve('node_modules/.bin/node'),
    [
      '--openssl-legacy-provider',
      path.resolve('node_modules/s3rver/bin/s3rver.js'),
      ...['--directory', own, '--address', '127.0.0.1', '--port', String(ownPort)],
      ...['--configure-bucket', BUCKET, '--no-vhost-buckets', '--silent'],
    ],
    { stdio: 'ignore' },
  )
  const ended = new Promise((resolve) => server.once('exit', resolve))
  const endpoint = `http://127.0.0.1:${ownPort}`
  for (;;) {
    if (server.exitCode !== null || server.signalCode !== null)
      throw new Error(`s3rver ended with ${server.exitCode ?? server.signalCode}`)
    if (
      await fetch(endpoint).then(
        () => true,
        () => false,
      )
    )
      break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    url: `s3://${BUCKET}?endpoint=${endpoint}`,
    port: ownPort,
    folder: own,
    server,
    async stop() {
      server.kill('SIGKILL')
      await ended
      if (!folder) rmSync(own, { recursive: true, force: true })
    },
  }
}

/** Runs `task` with the TEST_ settings of an S3 server. */
export async function withObjectStorage<T>(task: (env: Record<string, string>) => Promise<T>): Promise<T> {
  const { url, folder, stop } = await startObjectStorage()
  try {
    return await task({ TEST_STORAGE_URL: url, TEST_STORAGE_FOLDER: folder, ...CREDENTIALS })
  } finally {
    await stop()
  }
}

/** A port of loopback that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}

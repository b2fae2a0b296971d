import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createProbe, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { BUCKET, CREDENTIALS, s3Handler } from '@plinth/cli/s3-server.ts'

/** Starts an S3 server on loopback with one bucket. `around` sees each request first. */
export async function startObjectStorage(around: (handle: RequestListener) => RequestListener = (h) => h) {
  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-s3-'))
  const server = createServer(around(s3Handler(folder)))
  const listen = (port: number) =>
    new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', () => resolve()))
  /** Ends the connections too. */
  const pause = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `s3://${BUCKET}?endpoint=http://127.0.0.1:${port}`,
    folder,
    pause,
    resume: () => listen(port),
    async stop() {
      if (server.listening) await pause()
      rmSync(folder, { recursive: true, force: true })
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
    const probe = createProbe().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}

import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openBucketStorage } from '#/core/storage/open-storage.server.ts'
import type { Storage } from '#/core/storage/storage.server.ts'
import { CREDENTIALS, startObjectStorage, type ObjectStorage } from '../../scripts/object-storage.ts'
import { atEnd } from './at-end.ts'

/** What the server does with a request instead of answering it. */
type Fault = (answer: ServerResponse, method: string) => void

export type S3UnderTest = {
  url: string
  server: ObjectStorage
  /** Opens the bucket as an application does. */
  open(folder: string, prefix?: string): Promise<Storage>
  /** Answers every request by the fault, until undefined. Counts the requests since. */
  fail(fault: Fault | undefined): { requests: string[] }
  /** Keeps writes waiting; `arrived` resolves with the first, `release` lets them go on. */
  holdWrites(): { arrived: Promise<void>; release(): void }
  /** Sends SIGKILL to the server and waits until it has ended. */
  kill(): Promise<void>
  /** Starts it again on its port and folder. */
  restart(): Promise<void>
}

/** A real S3 server, behind a proxy that can misbehave; ends with the file. */
export async function startS3(): Promise<S3UnderTest> {
  Object.assign(process.env, CREDENTIALS)
  let server = await startObjectStorage()
  let fault: Fault | undefined
  let requests: string[] = []
  let held: { arrive(): void; released: Promise<void> } | undefined
  async function serve(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    requests.push(`${asked.method} ${asked.url}`)
    if (asked.method === 'PUT') {
      held?.arrive()
      await held?.released
    }
    if (fault) return fault(answer, asked.method ?? '')
    const { method, url, headers } = asked
    const forwarded = request(
      { port: server.port, host: '127.0.0.1', method, path: url, headers },
      (answered) => {
        answer.writeHead(answered.statusCode ?? 502, answered.headers)
        answered.pipe(answer)
      },
    )
    forwarded.on('error', () => answer.destroy())
    asked.pipe(forwarded)
  }
  const proxy = createServer((asked, answer) => void serve(asked, answer))
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  atEnd(async () => {
    proxy.closeAllConnections()
    proxy.close()
    await server.stop()
  })
  const url = `s3://plinth?endpoint=http://127.0.0.1:${port}`
  return {
    url,
    server,
    open: (folder, prefix = '') => openBucketStorage(url.replace('plinth?', `plinth/${prefix}?`), folder),
    fail(next) {
      fault = next
      requests = []
      return { requests }
    },
    holdWrites() {
      const arrived = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      held = { arrive: arrived.resolve, released: released.promise }
      return {
        arrived: arrived.promise,
        release() {
          held = undefined
          released.resolve()
        },
      }
    },
    async kill() {
      const ended = new Promise((resolve) => server.server.once('exit', resolve))
      server.server.kill('SIGKILL')
      await ended
    },
    async restart() {
      server = await startObjectStorage({ folder: server.folder, port: server.port })
    },
  }
}

/** An answer of an S3 server that rejects a request. */
export const refusal =
  (status: number, code: string): Fault =>
  (answer) =>
    void answer
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`)

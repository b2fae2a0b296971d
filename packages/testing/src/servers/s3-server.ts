import type { ServerResponse } from 'node:http'
import { openBucketStorage } from '@plinth/core/internal/storage/open-storage.server.ts'
import type { Storage } from '@plinth/core/files/server'
import { startObjectStorage } from './object-storage.ts'
import { CREDENTIALS } from '@plinth/cli/s3-server.ts'
import { atEnd } from '../runner/at-end.ts'

/** What the server does with a request instead of answering it. */
type Fault = (answer: ServerResponse, method: string) => void

export type S3UnderTest = {
  url: string
  /** Opens the bucket as an application does. */
  open(folder: string, prefix?: string): Promise<Storage>
  /** Answers every request by the fault, until undefined. Counts the requests since. */
  fail(fault: Fault | undefined): { requests: string[] }
  /** Keeps writes waiting; `arrived` resolves with the first, `release` lets them go on. */
  holdWrites(): { arrived: Promise<void>; release(): void }
  /** Ends all connections and takes no new ones. */
  kill(): Promise<void>
  /** Starts it again on its port and folder. */
  restart(): Promise<void>
}

/** An S3 server that can misbehave; ends with the file. */
export async function startS3(): Promise<S3UnderTest> {
  Object.assign(process.env, CREDENTIALS)
  let fault: Fault | undefined
  let requests: string[] = []
  let held: { arrive(): void; released: Promise<void> } | undefined
  const { url, pause, resume, stop } = await startObjectStorage((handle) => (asked, answer) => {
    requests.push(`${asked.method} ${asked.url}`)
    const go = () => (fault ? fault(answer, asked.method ?? '') : handle(asked, answer))
    if (asked.method !== 'PUT' || !held) return go()
    held.arrive()
    void held.released.then(go)
  })
  atEnd(stop)
  return {
    url,
    open: (folder, prefix = '') => openBucketStorage(url.replace('files?', `files/${prefix}?`), folder),
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
    kill: pause,
    restart: resume,
  }
}

/** An answer of an S3 server that rejects a request. */
export const refusal =
  (status: number, code: string): Fault =>
  (answer) =>
    void answer
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`)

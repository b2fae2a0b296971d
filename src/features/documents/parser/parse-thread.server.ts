// The thread that parseFile starts: reads one file and ends.
import { parentPort, workerData } from 'node:worker_threads'
import { DocumentProblem } from './document-problem.ts'
import type { DocumentFormat } from './format-of.server.ts'
import { parseDocument } from './parse-document.server.ts'

const { bytes, format } = workerData as { bytes: Uint8Array; format: DocumentFormat }
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is a thread, not a window
const answer = (message: object) => parentPort?.postMessage(message)
try {
  answer({ parsed: await parseDocument(bytes, format) })
} catch (error) {
  if (!(error instanceof DocumentProblem)) throw error
  answer({ problem: error.code })
}

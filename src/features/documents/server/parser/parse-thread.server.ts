// The worker thread of a parser process: parses one file, so that the process stays free to watch its memory.
import { parentPort, workerData } from 'node:worker_threads'
import { DocumentProblem } from './document-problem.ts'
import type { DocumentFormat } from './format-of.server.ts'
import { parseDocument } from './parse-document.server.ts'
import type { ParseMessage } from './parse-message.ts'

// The batch size, small enough not to block the application, which receives batches between its requests.
const PARTS = 500

const { bytes, format } = workerData as { bytes: Uint8Array; format: DocumentFormat }
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is a thread, not a window
const tell = (message: ParseMessage) => parentPort?.postMessage(message)
try {
  const { pages, chunks, language } = await parseDocument(bytes, format)
  for (let at = 0; at < pages.length; at += PARTS) tell({ pages: pages.slice(at, at + PARTS) })
  for (let at = 0; at < chunks.length; at += PARTS) tell({ chunks: chunks.slice(at, at + PARTS) })
  tell({ language })
} catch (error) {
  if (!(error instanceof DocumentProblem)) throw error
  tell({ problem: error.code })
}

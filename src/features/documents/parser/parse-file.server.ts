import { once } from 'node:events'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { DocumentProblem, type ProblemCode } from './document-problem.ts'
import type { DocumentFormat } from './format-of.server.ts'
import type { ParsedDocument } from './parse-document.server.ts'

export const PARSE_MAX_SECONDS = 60
const PARSE_MAX_HEAP_MB = 512

// From the sources, as everything that Node runs by itself: the build bundles what the server imports and knows no threads.
const thread = path.resolve('src/features/documents/parser/parse-thread.server.ts')

type Limits = { signal: AbortSignal; maxSeconds?: number; maxHeapMb?: number }

/**
 * Reads a file in a thread of its own that may take 60 s and 512 MB; a file that needs more, or breaks its reader, costs its thread and nothing else.
 * Throws DocumentProblem for a file that can't be read, the signal's reason when it is aborted.
 */
export async function parseFile(
  file: { bytes: Uint8Array; format: DocumentFormat },
  { signal, maxSeconds = PARSE_MAX_SECONDS, maxHeapMb = PARSE_MAX_HEAP_MB }: Limits,
): Promise<ParsedDocument> {
  signal.throwIfAborted()
  const timeLimit = AbortSignal.timeout(maxSeconds * 1000)
  const worker = new Worker(thread, {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    // What a library has to say about a file goes nowhere.
    stdout: true,
    stderr: true,
    env: {},
    execArgv: [],
  })
  try {
    const [answer] = (await Promise.race([
      once(worker, 'message', { signal: AbortSignal.any([signal, timeLimit]) }),
      once(worker, 'exit').then(() => Promise.reject(new DocumentProblem('documents:problems.broken'))),
    ])) as [{ parsed?: ParsedDocument; problem?: ProblemCode }]
    if (answer.parsed) return answer.parsed
    throw new DocumentProblem(answer.problem ?? 'documents:problems.broken')
  } catch (error) {
    signal.throwIfAborted()
    throw problemOf(error, timeLimit)
  } finally {
    await worker.terminate()
  }
}

/** A reader that throws has met a file it can't read. */
function problemOf(error: unknown, timeLimit: AbortSignal): DocumentProblem {
  if (error instanceof DocumentProblem) return error
  if (timeLimit.aborted) return new DocumentProblem('documents:problems.tookTooLong')
  const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return new DocumentProblem(isMemory ? 'documents:problems.needsTooMuch' : 'documents:problems.broken')
}

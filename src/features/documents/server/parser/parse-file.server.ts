import { fork } from 'node:child_process'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Chunk } from './chunk-text.server.ts'
import { DocumentProblem, TOOK_TOO_LONG } from './document-problem.ts'
import { DOCUMENT_MAX_CHARACTERS } from './document-text.ts'
import type { StoredFile } from '#/core/storage/storage.server.ts'
import type { DocumentFormat } from './format-of.server.ts'
import type { ParsedDocument } from './parse-document.server.ts'
import type { ParseMessage } from './parse-message.ts'

// Proportional to the size, so that a small file can't hold a parser for long.
const PARSE_MIN_SECONDS = 10
const PARSE_MAX_SECONDS = 60
const PARSE_SECONDS_PER_MEBIBYTE = 5
/** The limit of a first attempt. Files that may take longer get a second one among themselves. */
export const QUICK_SECONDS = PARSE_MIN_SECONDS

/** How long parsing a file of this size may take. */
export const maxParseSeconds = (bytes: number): number =>
  Math.min(PARSE_MAX_SECONDS, Math.max(PARSE_MIN_SECONDS, (bytes / 2 ** 20) * PARSE_SECONDS_PER_MEBIBYTE))

const PARSE_MAX_MEMORY_MB = 512
const PROCESSES_MAX = 2
// Passages repeat headings and a sentence of the previous passage.
const TOLD_MAX_CHARACTERS = 4 * DOCUMENT_MAX_CHARACTERS

// Runs from the sources, like everything that Node starts by itself: the build bundles only what the server
// imports.
const script = path.resolve('src/features/documents/server/parser/parse-process.server.ts')

type Limits = {
  signal: AbortSignal
  maxSeconds?: number
  maxMemoryMb?: number
  /** Called with the seconds that the process ran. */
  onEnd?: (seconds: number) => void
}

let running = 0
const waiting: (() => void)[] = []

/**
 * Parses a file in a separate process limited to 512 MB and, by its size, 10 to 60 s. A file that exceeds
 * the limits or crashes its reader affects only that process. Runs two at a time; others wait. Throws
 * DocumentProblem for a file that can't be parsed, the reason of the signal when it is aborted.
 */
export async function parseFile(
  file: { content: StoredFile; format: DocumentFormat },
  {
    signal,
    maxSeconds = maxParseSeconds(file.content.sizeBytes),
    maxMemoryMb = PARSE_MAX_MEMORY_MB,
    onEnd,
  }: Limits,
): Promise<ParsedDocument> {
  if (running >= PROCESSES_MAX) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    signal.throwIfAborted()
    const startedAt = performance.now()
    return await parseInProcess(file, { signal, maxSeconds, maxMemoryMb }).finally(() =>
      onEnd?.((performance.now() - startedAt) / 1000),
    )
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

async function parseInProcess(
  { content, format }: { content: StoredFile; format: DocumentFormat },
  { signal, maxSeconds, maxMemoryMb }: Required<Omit<Limits, 'onEnd'>>,
): Promise<ParsedDocument> {
  const child = fork(script, [format, String(maxMemoryMb)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    // The child process must not see the application's settings.
    env: {},
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<ParsedDocument>()
  const pages: string[] = []
  const chunks: Chunk[] = []
  let characters = 0
  child.on('message', (message: ParseMessage) => {
    if ('pages' in message) pages.push(...message.pages)
    else if ('chunks' in message) chunks.push(...message.chunks)
    else if ('language' in message) resolve({ pages, chunks, language: message.language })
    else reject(new DocumentProblem(message.problem))
    characters += lengthOf(message)
    if (characters > TOLD_MAX_CHARACTERS) reject(new DocumentProblem('documents:problems.tooMuchText'))
  })
  child.on('error', reject)
  child.on('exit', (_, killedBy) => reject(deathOf(killedBy)))
  const giveUp = () => reject(signal.reason)
  signal.addEventListener('abort', giveUp)
  const timer = setTimeout(() => reject(new DocumentProblem(TOOK_TOO_LONG)), maxSeconds * 1000)
  // If the process exits before it has read all input, its message or its exit gives the reason.
  if (child.stdin)
    pipeline(content.stream(), child.stdin).catch((error: unknown) => isGone(error) || reject(error))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
    child.kill('SIGKILL')
  }
}

const isGone = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  ['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(String(error.code))

function lengthOf(message: ParseMessage): number {
  if ('pages' in message) return message.pages.reduce((sum, page) => sum + page.length, 0)
  if ('chunks' in message)
    return message.chunks.reduce((sum, { text, heading }) => sum + text.length + heading.length, 0)
  return 0
}

/**
 * Why the process exited without a result: the operating system kills processes that need too much memory,
 * and a shutdown stops all of them.
 */
function deathOf(killedBy: NodeJS.Signals | null): Error {
  if (killedBy === 'SIGTERM' || killedBy === 'SIGINT' || killedBy === 'SIGHUP')
    return new Error(`The parser was ended by ${killedBy}`)
  const isMemory = killedBy === 'SIGKILL' || killedBy === 'SIGABRT' || killedBy === 'SIGTRAP'
  return new DocumentProblem(isMemory ? 'documents:problems.needsTooMuch' : 'documents:problems.broken')
}

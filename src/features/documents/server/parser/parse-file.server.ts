import { type Log, TaskEnded, defineTask, runTask } from '@plinth/core/server'
import type { StoredFile } from '@plinth/core/files/server'
import type { Chunk } from './chunk-text.server.ts'
import { DocumentProblem, TOOK_TOO_LONG } from './document-problem.ts'
import { DOCUMENT_MAX_CHARACTERS } from './document-text.ts'
import type { DocumentFormat } from './format-of.server.ts'
import type { ParsedDocument } from './parse-document.server.ts'
import type { DocumentPart, parseInParts } from './parse-in-parts.server.ts'

// Proportional to the size, so that a small file can't hold a parser for long.
const PARSE_MIN_SECONDS = 10
const PARSE_MAX_SECONDS = 60
const PARSE_SECONDS_PER_MEBIBYTE = 5
/** The limit of a first attempt. Files that may take longer get a second one among themselves. */
export const QUICK_SECONDS = PARSE_MIN_SECONDS

/** How much processor time parsing a file of this size may take. */
export const maxParseSeconds = (bytes: number): number =>
  Math.min(PARSE_MAX_SECONDS, Math.max(PARSE_MIN_SECONDS, (bytes / 2 ** 20) * PARSE_SECONDS_PER_MEBIBYTE))

// Passages repeat headings and a sentence of the previous passage.
const TOLD_MAX_CHARACTERS = 4 * DOCUMENT_MAX_CHARACTERS

type Parsing = {
  account: string
  log: Pick<Log, 'warn'>
  signal: AbortSignal
  maxSeconds?: number
  /** Only tests change it. */
  maxMemoryMb?: number
  /** Called with the seconds that the process ran. */
  onEnd?: (seconds: number) => void
}

/**
 * Parses a file in a worker process limited to 512 MB and, by its size, 10 to 60 s. A file that exceeds the
 * limits or crashes its reader affects only that process. Throws DocumentProblem for a file that can't be
 * parsed, the reason of the signal when it is aborted.
 */
export async function parseFile(
  { content, format }: { content: StoredFile; format: DocumentFormat },
  { maxSeconds = maxParseSeconds(content.sizeBytes), maxMemoryMb, ...parsing }: Parsing,
): Promise<ParsedDocument> {
  const pages: string[] = []
  const chunks: Chunk[] = []
  let characters = 0
  const onPart = (part: DocumentPart) => {
    characters += lengthOf(part)
    if (characters > TOLD_MAX_CHARACTERS) throw new DocumentProblem('documents:problems.tooMuchText')
    if ('pages' in part) pages.push(...part.pages)
    else chunks.push(...part.chunks)
  }
  const task = defineTask<typeof parseInParts>({
    module: 'src/features/documents/server/parser/parse-in-parts.server.ts',
    kind: 'job',
    maxSeconds,
    maxMemoryMb,
  })
  const outcome = await runTask(task, { format }, { ...parsing, bytes: content.stream(), onPart }).catch(
    problemOf,
  )
  if ('problem' in outcome) throw new DocumentProblem(outcome.problem)
  return { pages, chunks, ...outcome }
}

function lengthOf(part: DocumentPart): number {
  if ('pages' in part) return part.pages.reduce((sum, page) => sum + page.length, 0)
  return part.chunks.reduce((sum, { text, heading }) => sum + text.length + heading.length, 0)
}

const problems = {
  time: TOOK_TOO_LONG,
  memory: 'documents:problems.needsTooMuch',
  crash: 'documents:problems.broken',
} as const

/** A process that was killed, as a problem of the file. */
function problemOf(error: unknown): { problem: (typeof problems)[TaskEnded['reason']] } {
  if (!(error instanceof TaskEnded)) throw error
  return { problem: problems[error.reason] }
}

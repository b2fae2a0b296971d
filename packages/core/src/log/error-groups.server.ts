import { createHash } from 'node:crypto'
import { traceError, type SpanFacts } from '#/tracing/tracing.server.ts'

/** What a line of the log says about an error. */
export type LoggedError = {
  error: unknown
  text: string
  place: string | undefined
  requestId: string | undefined
}

/** Errors of one kind. Holds no values of users: the message is without them. */
export type ErrorGroup = {
  fingerprint: string
  name: string
  message: string
  /** The function and file that threw it. */
  frame: string | null
  /** The procedure, route or job where it happened last. */
  place: string | null
  requestId: string | null
}

/** How often a group happened since the last write, by this machine's clock. */
export type CountedErrors = ErrorGroup & { count: number; firstAt: Date; lastAt: Date }

/** Groups beyond this number, in memory or stored, are counted as one. */
export const ERROR_GROUPS_MAX = 500
export const otherErrors = { fingerprint: 'other', name: '', message: '', frame: null, place: null }

const WRITE_EVERY_MS = 10_000
const STOP_WRITE_MS = 1_000
const MESSAGE_MAX_LENGTH = 300
const READ_MAX_LENGTH = 1_000

type Store = (groups: readonly CountedErrors[]) => Promise<void>

export type ErrorCounter = {
  /** Counts an error in memory, and sends it to the collector of traces if there is one. */
  add(logged: LoggedError): void
  /** Hands the counts to `store` every ten seconds while there are any; what fails, with the next ones. */
  start(store: Store): void
  /** Stores what is left, for at most a second. */
  stop(): Promise<void>
}

/** Groups logged errors in memory and stores their counts in batches, however many there are. */
export function createErrorCounter(everyMs = WRITE_EVERY_MS): ErrorCounter {
  let counted = new Map<string, CountedErrors>()
  let store: Store | undefined
  let storing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  async function storeCounted(): Promise<void> {
    if (!store || counted.size === 0) return
    const batch = counted
    counted = new Map()
    try {
      await store([...batch.values()])
    } catch {
      // The log says already that the database is away.
      for (const group of batch.values()) addTo(counted, group)
    }
  }
  const next = () => (storing ??= storeCounted().finally(() => (storing = undefined)))

  return {
    add(logged) {
      const now = new Date()
      const group = groupOf(logged)
      traceError(factsOf(group))
      addTo(counted, { ...group, count: 1, firstAt: now, lastAt: now })
    },
    start(given) {
      store = given
      timer = setInterval(() => void next(), everyMs)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      const isLate = new Promise<void>((resolve) => setTimeout(resolve, STOP_WRITE_MS).unref())
      // The second one has what came while the first one was on its way.
      await Promise.race([next().then(next), isLate])
    },
  }
}

/** Adds a group to those of a map, or to the other errors if there are too many, or more than `room`. */
export function addTo(
  groups: Map<string, CountedErrors>,
  group: CountedErrors,
  hasRoom = groups.has(group.fingerprint) || groups.size < ERROR_GROUPS_MAX,
): void {
  const placed = hasRoom ? group : { ...group, ...otherErrors }
  const before = groups.get(placed.fingerprint)
  if (!before) return void groups.set(placed.fingerprint, placed)
  const { requestId, place, lastAt } = placed.lastAt < before.lastAt ? before : placed
  const firstAt = placed.firstAt < before.firstAt ? placed.firstAt : before.firstAt
  const count = placed.count + before.count
  groups.set(placed.fingerprint, { ...placed, requestId, place, firstAt, lastAt, count })
}

const factsOf = ({ fingerprint, name, message, frame, place }: ErrorGroup): SpanFacts => ({
  'exception.type': name,
  'exception.message': message,
  'error.fingerprint': fingerprint,
  ...(frame === null ? {} : { 'error.frame': frame }),
  ...(place === null ? {} : { 'error.place': place }),
})

/** Returns the group of a logged error. */
export function groupOf({ error, text, place, requestId }: LoggedError): ErrorGroup {
  const { name, message, frame } =
    error instanceof Error ? describe(error) : { ...unknown, message: plain(text) }
  return {
    fingerprint: createHash('sha256')
      .update([name, message, frame].join('\n'))
      .digest('base64url')
      .slice(0, 22),
    name,
    message,
    frame,
    place: place?.slice(0, MESSAGE_MAX_LENGTH) ?? null,
    requestId: requestId ?? null,
  }
}

const unknown = { name: 'Error', frame: null }

function describe(error: Error): Pick<ErrorGroup, 'name' | 'message' | 'frame'> {
  const cause = error.cause instanceof Error ? error.cause : undefined
  const code = [codeOf(error), cause && codeOf(cause)].find((one) => one !== undefined)
  const messages = [error.message, ...(cause ? [cause.message] : [])].map(plain)
  return {
    name: [plain(error.name), ...(code === undefined ? [] : [code])].join(' '),
    message: messages.join(': ').slice(0, MESSAGE_MAX_LENGTH),
    frame: frameOf(error),
  }
}

/** Codes of Node and PostgreSQL, such as ECONNRESET or 23505. */
function codeOf(error: Error): string | undefined {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^[A-Z0-9_]{3,40}$/.test(code) ? code : undefined
}

/**
 * A message up to its first line break or quotation mark, without addresses, URLs, words with a digit and
 * very long ones: all of that may be a user's. Of a failed query, what it did to which table.
 */
function plain(message: string): string {
  const read = message.slice(0, READ_MAX_LENGTH)
  const query = /^Failed query: (\w+)\s[^"]*"(\w+)"/.exec(read)
  if (query) return `Failed query: ${query[1]} ${query[2]}`
  const words = read.replace(/(?:["`“„«]|(?<!\w)')[^]*|\n[^]*/, '…').split(' ')
  return stored(words.map((word) => (/[\d@]|:\/\//.test(word) || word.length > 40 ? '…' : word)).join(' '))
}

/** PostgreSQL doesn't store every control character. */
const stored = (text: string) => text.replace(/\p{Cc}/gu, ' ').slice(0, MESSAGE_MAX_LENGTH)

// Drizzle is bundled with our code; every failed query comes from one of its classes.
const notOurs = /node_modules|\(?node:|<anonymous>|at (?:async )?(?:Node)?Pg\w*\./

/** The first function of our own, by name and file, without its line, which changes with every release. */
function frameOf({ stack = '', message }: Error): string | null {
  const own = stack
    .slice(Math.max(0, stack.indexOf(message)) + message.length)
    .split('\n', 30)
    .find((line) => line.startsWith('    at ') && !notOurs.test(line))
  if (own === undefined) return null
  const called = own.endsWith(')')
    ? own.slice(0, own.lastIndexOf(' (')).replace(/^ +at (async )?/, '')
    : undefined
  const [file = ''] = (own.split('/').at(-1) ?? '').split(':')
  // A built file has a hash in its name.
  const base = file.replace(/-[\w-]{8}\.js$/, '.js')
  return stored(called === undefined ? base : `${called} (${base})`)
}

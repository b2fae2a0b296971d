import type { Log } from '#/log/log.server.ts'
import { currentWork } from '#/log/loop-watch.server.ts'
import { currentTraceId, traced } from '#/tracing/tracing.server.ts'

/** A query of a procedure, endpoint or job that takes longer is logged. */
const SLOW_MS = 500

type SlowQuery = { tookMs: number; procedure: string; log: Pick<Log, 'warn'> }

/**
 * Runs a query in a span named by operation and table, without its text and parameters, which may hold user
 * input. A slow one is logged with them and with the procedure, endpoint or job that sent it. What a start
 * sends is not: a first one sets up the database.
 */
export async function tracedQuery<T>(
  query: unknown,
  run: () => Promise<T>,
  log: Pick<Log, 'warn'>,
): Promise<T> {
  const startedAt = performance.now()
  try {
    // Without a trace the query is not parsed.
    if (currentTraceId() === undefined) return await run()
    const facts = factsOf(textOf(query))
    return await traced(
      {
        name: [facts['db.operation.name'], facts['db.collection.name']].filter(Boolean).join(' '),
        kind: 'client',
        facts,
      },
      run,
    )
  } finally {
    const tookMs = Math.round(performance.now() - startedAt)
    const procedure = currentWork()
    if (procedure && tookMs > SLOW_MS) logSlow(query, { tookMs, procedure, log })
  }
}

function logSlow(query: unknown, { log, ...where }: SlowQuery): void {
  const { 'db.operation.name': operation, 'db.collection.name': table } = factsOf(textOf(query))
  log.warn({ ...where, operation, table }, 'a query was slow')
}

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : ((query as { text?: string } | undefined)?.text ?? '')

/** The operation of a statement and its first table. */
export function factsOf(text: string): Record<string, string> {
  const operation = /^\s*(?:--[^\n]*\n\s*)*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? 'query'
  const table = /\b(?:from|into|update)\s+(?:only\s+)?((?:"?[a-z_][a-z0-9_]*"?\.)?"?[a-z_][a-z0-9_]*"?)/i
    .exec(text)?.[1]
    ?.replaceAll('"', '')
  return {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    ...(table ? { 'db.collection.name': table } : {}),
  }
}

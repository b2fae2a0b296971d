import { currentTraceId, traced } from '#/core/tracing/tracing.server.ts'

/**
 * Runs a query in a span named by operation and table, without its text and parameters, which may hold user
 * input.
 */
export function tracedQuery<T>(query: unknown, run: () => Promise<T>): Promise<T> {
  // Without a trace the query is not parsed.
  if (currentTraceId() === undefined) return run()
  const facts = factsOf(textOf(query))
  return traced(
    {
      name: [facts['db.operation.name'], facts['db.collection.name']].filter(Boolean).join(' '),
      kind: 'client',
      facts,
    },
    run,
  )
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

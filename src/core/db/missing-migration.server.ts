import type { Log } from '#/core/log/log.server.ts'

// https://www.postgresql.org/docs/current/errcodes-appendix.html: undefined_table and undefined_column.
const missing: Record<string, string> = { '42P01': 'table', '42703': 'column' }
const logged = new Set<string>()

/**
 * Adds what to do to the error of a missing table or column, and logs it once. Leaves other errors unchanged.
 */
export function explainMissingMigration(error: unknown, log: Log): void {
  if (!(error instanceof Error) || !('code' in error)) return
  const kind = missing[String(error.code)]
  if (kind === undefined) return
  const [, name] = /^(?:relation|column) "?([\w.]+)"?/.exec(error.message) ?? []
  error.name = 'MissingMigrationError'
  error.message =
    `The database has no ${kind} ${name ?? ''} (${error.message}). ` +
    'If the code has it, its migration is missing: npm run db:generate writes it, and the next start applies it.'
  if (logged.has(error.message)) return
  logged.add(error.message)
  log.error(error.message)
}

import type pg from 'pg'

/**
 * Returns the connection as a URL, for programs that accept nothing else. The host of the embedded server is
 * its socket folder.
 */
export function databaseUrl({
  connectionString,
  host = '',
  port,
  user = '',
  database = '',
}: pg.ClientConfig): string {
  if (connectionString) return connectionString
  return `postgres://${user}@/${database}?${new URLSearchParams({ host, port: String(port) })}`
}

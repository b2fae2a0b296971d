import type pg from 'pg'

/**
 * The connection as a URL, for programs that take nothing else. The embedded server is reached by the folder
 * of its socket.
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
